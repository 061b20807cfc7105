/*
 * urge.h: what a policy (mind.h) says of an action that nobody in his senses takes: an urge as low as this. Whoever
 * thinks ahead does not look at it.
 */
#ifndef URGE_H
#define URGE_H

enum { URGE_NEVER = -1000000 };

#endif

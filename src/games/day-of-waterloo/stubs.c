/*
 * stubs.c: what the chapters have not written yet; weak, so that a chapter's own function takes its place.
 * This file goes when the last chapter is there.
 */
#include "dow.h"

#define WEAK __attribute__((weak))

WEAK void list_combat(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_combat(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_combat(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK bool preview_combat(const struct play *p, const struct step *t, const struct action *a, struct sheet *s)
{
    (void)p, (void)t, (void)a, (void)s;
    return false;
}

WEAK void list_target(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_target(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_target(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK bool preview_target(const struct play *p, const struct step *t, const struct action *a, struct sheet *s)
{
    (void)p, (void)t, (void)a, (void)s;
    return false;
}

WEAK void run_fight(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK void list_claim(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_claim(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_claim(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK void run_result(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK void list_exchange(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_exchange(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_exchange(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK bool moot_exchange(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK void list_retreat(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_retreat(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_retreat(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK bool moot_retreat(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK void list_displace(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_displace(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_displace(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK void run_check(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK void list_surprise(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_surprise(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_surprise(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK void list_advance(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_advance(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_advance(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK void run_advance_check(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK void run_pursuit(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK void list_breakthrough(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_breakthrough(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_breakthrough(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK bool preview_breakthrough(const struct play *p, const struct step *t, const struct action *a, struct sheet *s)
{
    (void)p, (void)t, (void)a, (void)s;
    return false;
}

WEAK void list_counter(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_counter(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_counter(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK bool preview_counter(const struct play *p, const struct step *t, const struct action *a, struct sheet *s)
{
    (void)p, (void)t, (void)a, (void)s;
    return false;
}

WEAK void list_leaders(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_leaders(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_leaders(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK bool moot_leaders(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK const char *refuse_attack_from(const struct play *p, int side, int target, int from)
{
    (void)p, (void)side, (void)target, (void)from;
    return NULL;
}

WEAK bool may_attack(const struct play *p, int side, int target)
{
    (void)p, (void)side, (void)target;
    return false;
}

WEAK struct average average_morale(const struct play *p, const int *list, int n, bool attacking)
{
    (void)p, (void)list, (void)n, (void)attacking;
    return (struct average){ 0, { 0, 1 } };
}

WEAK void end_combat_phase(struct play *p, int side)
{
    (void)p, (void)side;
}

WEAK void begin_fight(struct play *p, int kind, int side)
{
    (void)p, (void)kind, (void)side;
}

WEAK void end_fight(struct play *p)
{
    (void)p;
}

WEAK void apply_result(struct play *p, int result)
{
    (void)p, (void)result;
}

WEAK void ask_retreat(struct play *p, int u, int hexes, bool may_stand)
{
    (void)p, (void)u, (void)hexes, (void)may_stand;
}

WEAK void check_rest(struct play *p, int h)
{
    (void)p, (void)h;
}

WEAK void ask_leaders(struct play *p, int h, int to)
{
    (void)p, (void)h, (void)to;
}

WEAK void scatter_leaders(struct play *p, int h)
{
    (void)p, (void)h;
}

WEAK void run_target(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK void run_retreat(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK void run_displace(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

WEAK bool moot_claim(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK bool moot_along(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK bool moot_surprise(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK bool moot_advance(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK bool moot_pursuit(const struct play *p, const struct step *t)
{
    (void)p, (void)t;
    return false;
}

WEAK void list_along(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_along(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_along(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

WEAK void list_pursuit(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_DONE));
}

WEAK void take_pursuit(struct play *p, struct step *t, const struct action *a)
{
    (void)t, (void)a;
    agenda_pop(p, 0);
}

WEAK const char *why_pursuit(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return NULL;
}

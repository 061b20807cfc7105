/*
 * dow-steps.h: the steps' functions, in the order of the chapters; dow.c puts them into the table.
 */
#ifndef DOW_STEPS_H
#define DOW_STEPS_H

void run_game(struct play *, struct step *);
void run_turn(struct play *, struct step *);
void run_player(struct play *, struct step *);
void run_fate(struct play *, struct step *);
void list_posture(const struct play *, const struct step *, struct menu *);
void take_posture(struct play *, struct step *, const struct action *);
const char *why_posture(const struct play *, const struct step *, const struct action *);
void list_iii_corps(const struct play *, const struct step *, struct menu *);
void take_iii_corps(struct play *, struct step *, const struct action *);
const char *why_iii_corps(const struct play *, const struct step *, const struct action *);
void list_compensation(const struct play *, const struct step *, struct menu *);
void take_compensation(struct play *, struct step *, const struct action *);
const char *why_compensation(const struct play *, const struct step *, const struct action *);
void list_setup(const struct play *, const struct step *, struct menu *);
void take_setup(struct play *, struct step *, const struct action *);
const char *why_setup(const struct play *, const struct step *, const struct action *);
void list_setup_order(const struct play *, const struct step *, struct menu *);
void take_setup_order(struct play *, struct step *, const struct action *);
const char *why_setup_order(const struct play *, const struct step *, const struct action *);
void list_command(const struct play *, const struct step *, struct menu *);
void take_command(struct play *, struct step *, const struct action *);
bool preview_command(const struct play *, const struct step *, const struct action *,
                     struct sheet *);
const char *why_command(const struct play *, const struct step *, const struct action *);
void list_rally(const struct play *, const struct step *, struct menu *);
void take_rally(struct play *, struct step *, const struct action *);
bool moot_rally(const struct play *, const struct step *);
bool preview_rally(const struct play *, const struct step *, const struct action *, struct sheet *);
const char *why_rally(const struct play *, const struct step *, const struct action *);
void run_rally_rolls(struct play *, struct step *);
void list_movement(const struct play *, const struct step *, struct menu *);
void take_movement(struct play *, struct step *, const struct action *);
const char *why_movement(const struct play *, const struct step *, const struct action *);
void list_march(const struct play *, const struct step *, struct menu *);
void take_march(struct play *, struct step *, const struct action *);
const char *why_march(const struct play *, const struct step *, const struct action *);
bool moot_march(const struct play *, const struct step *);
bool preview_march(const struct play *, const struct step *, const struct action *, struct sheet *);
void run_charge(struct play *, struct step *);
void run_countercharge(struct play *, struct step *);
void list_react(const struct play *, const struct step *, struct menu *);
void take_react(struct play *, struct step *, const struct action *);
const char *why_react(const struct play *, const struct step *, const struct action *);
bool preview_react(const struct play *, const struct step *, const struct action *, struct sheet *);
void list_charge_top(const struct play *, const struct step *, struct menu *);
void take_charge_top(struct play *, struct step *, const struct action *);
const char *why_charge_top(const struct play *, const struct step *, const struct action *);
void list_combat(const struct play *, const struct step *, struct menu *);
void take_combat(struct play *, struct step *, const struct action *);
const char *why_combat(const struct play *, const struct step *, const struct action *);
bool preview_combat(const struct play *, const struct step *, const struct action *,
                    struct sheet *);
void run_target(struct play *, struct step *);
void list_target(const struct play *, const struct step *, struct menu *);
void take_target(struct play *, struct step *, const struct action *);
const char *why_target(const struct play *, const struct step *, const struct action *);
bool preview_target(const struct play *, const struct step *, const struct action *,
                    struct sheet *);
void list_bombard(const struct play *, const struct step *, struct menu *);
void take_bombard(struct play *, struct step *, const struct action *);
const char *why_bombard(const struct play *, const struct step *, const struct action *);
bool preview_bombard(const struct play *, const struct step *, const struct action *,
                     struct sheet *);
void run_bombardment(struct play *, struct step *);
void list_slip(const struct play *, const struct step *, struct menu *);
void take_slip(struct play *, struct step *, const struct action *);
const char *why_slip(const struct play *, const struct step *, const struct action *);
bool moot_slip(const struct play *, const struct step *);
void run_fight(struct play *, struct step *);
void list_claim(const struct play *, const struct step *, struct menu *);
void take_claim(struct play *, struct step *, const struct action *);
const char *why_claim(const struct play *, const struct step *, const struct action *);
bool moot_claim(const struct play *, const struct step *);
void run_result(struct play *, struct step *);
void list_exchange(const struct play *, const struct step *, struct menu *);
void take_exchange(struct play *, struct step *, const struct action *);
const char *why_exchange(const struct play *, const struct step *, const struct action *);
bool moot_exchange(const struct play *, const struct step *);
void run_retreat(struct play *, struct step *);
void list_retreat(const struct play *, const struct step *, struct menu *);
void take_retreat(struct play *, struct step *, const struct action *);
const char *why_retreat(const struct play *, const struct step *, const struct action *);
bool moot_retreat(const struct play *, const struct step *);
void list_along(const struct play *, const struct step *, struct menu *);
void take_along(struct play *, struct step *, const struct action *);
const char *why_along(const struct play *, const struct step *, const struct action *);
bool moot_along(const struct play *, const struct step *);
void run_displace(struct play *, struct step *);
void list_displace(const struct play *, const struct step *, struct menu *);
void take_displace(struct play *, struct step *, const struct action *);
const char *why_displace(const struct play *, const struct step *, const struct action *);
void run_check(struct play *, struct step *);
void list_surprise(const struct play *, const struct step *, struct menu *);
void take_surprise(struct play *, struct step *, const struct action *);
const char *why_surprise(const struct play *, const struct step *, const struct action *);
bool moot_surprise(const struct play *, const struct step *);
bool preview_surprise(const struct play *, const struct step *, const struct action *,
                      struct sheet *);
void list_advance(const struct play *, const struct step *, struct menu *);
void take_advance(struct play *, struct step *, const struct action *);
const char *why_advance(const struct play *, const struct step *, const struct action *);
bool moot_advance(const struct play *, const struct step *);
void run_advance_check(struct play *, struct step *);
void run_pursuit(struct play *, struct step *);
void list_pursuit(const struct play *, const struct step *, struct menu *);
void take_pursuit(struct play *, struct step *, const struct action *);
const char *why_pursuit(const struct play *, const struct step *, const struct action *);
bool moot_pursuit(const struct play *, const struct step *);
void list_breakthrough(const struct play *, const struct step *, struct menu *);
void take_breakthrough(struct play *, struct step *, const struct action *);
const char *why_breakthrough(const struct play *, const struct step *, const struct action *);
bool moot_breakthrough(const struct play *, const struct step *);
bool preview_breakthrough(const struct play *, const struct step *, const struct action *,
                          struct sheet *);
void list_counter(const struct play *, const struct step *, struct menu *);
void take_counter(struct play *, struct step *, const struct action *);
const char *why_counter(const struct play *, const struct step *, const struct action *);
bool moot_counter(const struct play *, const struct step *);
bool preview_counter(const struct play *, const struct step *, const struct action *,
                     struct sheet *);
void list_leaders(const struct play *, const struct step *, struct menu *);
void take_leaders(struct play *, struct step *, const struct action *);
const char *why_leaders(const struct play *, const struct step *, const struct action *);
bool moot_leaders(const struct play *, const struct step *);

#endif

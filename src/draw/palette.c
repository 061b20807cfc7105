/* palette.c: the table of colours. Day, night and contrast agree with the tokens of the web table.
 */
#include <assert.h>

#include "palette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *value[LIGHTS];
} colours[HUES] = {
    [HUE_NONE] = { "none", { "none", "none", "none" } },
    [HUE_LOW] = { "low", { "#d4dbbe", "#3d4640", "#ffffff" } },
    [HUE_HIGH] = { "high", { "#f1e3b9", "#5a5240", "#f3e2ac" } },
    [HUE_VALLEY] = { "valley", { "#bfd3b6", "#333f3a", "#ffffff" } },
    [HUE_CROWN] = { "crown", { "#f3dca6", "#66593f", "#ecd48e" } },
    [HUE_PAPER] = { "paper", { "#f5eeda", "#1b1d1f", "#ffffff" } },
    [HUE_INK] = { "ink", { "#2b2118", "#efe6d2", "#000000" } },
    [HUE_GRID] = { "grid", { "#4a3b28", "#e8dcc0", "#000000" } },
    [HUE_HACHURE] = { "hachure", { "#7d5a35", "#c39a63", "#5a3200" } },
    [HUE_CONTOUR] = { "contour", { "#8a6a42", "#c9a877", "#6b4a1c" } },
    [HUE_STREAM] = { "stream", { "#5e8ea6", "#6fa9c6", "#0063b8" } },
    [HUE_RIVER] = { "river", { "#4b7f9d", "#5b93b0", "#004d91" } },
    [HUE_WATER] = { "water", { "#b7cfd3", "#35525f", "#bfe0f7" } },
    [HUE_WATERLINE] = { "waterline", { "#5e8ea6", "#7fb2cb", "#004d91" } },
    [HUE_MARSH] = { "marsh", { "#6f9a92", "#6f9a92", "#1f6f66" } },
    [HUE_FOREST] = { "forest", { "#97ab7c", "#33432f", "#8cc07c" } },
    [HUE_WOODS] = { "woods", { "#aebd8b", "#40523a", "#b5dba4" } },
    [HUE_TREE] = { "tree", { "#4d6540", "#1b271b", "#1c4a14" } },
    [HUE_LEAF] = { "leaf", { "#c6d2a4", "#5d7150", "#d6efc8" } },
    [HUE_SHADE] = { "shade", { "#2e3a22", "#0b0d0a", "#2e3a22" } },
    [HUE_ROADCASE] = { "roadcase", { "#6d5138", "#171411", "#000000" } },
    [HUE_HIGHFILL] = { "highfill", { "#fbf3dc", "#d8caa6", "#ffffff" } },
    [HUE_ROADFILL] = { "roadfill", { "#f0dfb6", "#ab966c", "#ffd98a" } },
    [HUE_TRACK] = { "track", { "#7a6145", "#b7a583", "#555555" } },
    [HUE_ROOF] = { "roof", { "#a9604c", "#b86b53", "#d9534a" } },
    [HUE_ROOFLINE] = { "roofline", { "#5c2d22", "#1d100c", "#000000" } },
    [HUE_TOWN] = { "town", { "#dcc0a4", "#5e4e41", "#f2c1a0" } },
    [HUE_GRAND] = { "grand", { "#8f3527", "#d1634e", "#a00000" } },
    [HUE_HEDGE] = { "hedge", { "#5f7a48", "#87a468", "#1c6b1c" } },
    [HUE_RYE] = { "rye", { "#e9d38c", "#6d6040", "#f7ecc4" } },
    [HUE_CLOVER] = { "clover", { "#c9d6a3", "#4c5a3f", "#e2efd2" } },
    [HUE_PLOUGH] = { "plough", { "#d9c39b", "#5d4f3c", "#efe2c8" } },
    [HUE_FURROW] = { "furrow", { "#8c7446", "#c9b68a", "#8c7446" } },
    [HUE_NAME] = { "name", { "#2b2118", "#f6edd8", "#000000" } },
    [HUE_WOODNAME] = { "woodname", { "#243a1c", "#c3d8ab", "#0f3d08" } },
    [HUE_WATERNAME] = { "watername", { "#31617c", "#a9d4ea", "#00407a" } },
    [HUE_NUM] = { "num", { "#4f412b", "#d3c7ab", "#202020" } },
    [HUE_HALO] = { "halo", { "#f3ecd4", "#262823", "#ffffff" } },
    [HUE_ENTRY] = { "entry", { "#7b2d26", "#e07f6c", "#8a0000" } },
    [HUE_PLATE] = { "plate", { "#f7f0dd", "#e9dfc6", "#ffffff" } },
    [HUE_GOLD] = { "gold", { "#f2c94c", "#f2c94c", "#ffd400" } },
    [HUE_GREEN] = { "area-green", { "#5f8a3c", "#86ad5e", "#1c6b1c" } },
    [HUE_YELLOW] = { "area-yellow", { "#c9951a", "#dcb13c", "#b57b00" } },
    [HUE_RED] = { "area-red", { "#b8291f", "#e0604f", "#c00000" } },
    [HUE_BLACK] = { "area-black", { "#23201b", "#0c0b0a", "#000000" } },
    [HUE_FRENCH] = { "french", { "#214e8a", "#5d8fd0", "#003f9e" } },
    [HUE_BRITISH] = { "adg", { "#b23a36", "#e0736a", "#a00000" } },
    [HUE_PRUSSIAN] = { "prussian-dark", { "#4a5258", "#9aa4ab", "#303030" } },
};

const char *colour_name(enum colour c)
{
    assert(c >= 0 && c < HUES);
    return colours[c].name;
}

const char *colour_value(enum colour c, enum light light)
{
    assert(c >= 0 && c < HUES && light >= 0 && light < LIGHTS);
    return colours[c].value[light];
}

struct rgb {
    double v[3];
};

static struct rgb rgb_of(enum colour c, enum light light)
{
    long all = strtol(colour_value(c, light) + 1, NULL, 16);

    return (
        struct rgb){ { (double)(all >> 16 & 255), (double)(all >> 8 & 255), (double)(all & 255) } };
}

static struct rgb mixed(struct rgb a, struct rgb b, double t)
{
    for (int i = 0; i < 3; i++)
        a.v[i] += (b.v[i] - a.v[i]) * t;
    return a;
}

const char *colour_level(int step, int of, enum light light, char hex[8])
{
    struct rgb middle = mixed(rgb_of(HUE_LOW, light), rgb_of(HUE_HIGH, light), .5);
    double t = of ? 2.0 * step / of : 1;
    struct rgb c = t < 1 ? mixed(rgb_of(HUE_VALLEY, light), middle, t)
                         : mixed(middle, rgb_of(HUE_CROWN, light), t - 1);

    assert(step >= 0 && step <= of);
    snprintf(hex, 8, "#%02x%02x%02x", (unsigned)c.v[0] & 255, (unsigned)c.v[1] & 255,
             (unsigned)c.v[2] & 255);
    return hex;
}

int light_named(const char *name)
{
    static const char *const names[LIGHTS] = { "day", "night", "contrast" };

    for (int i = 0; i < LIGHTS; i++) {
        if (strcmp(name, names[i]) == 0)
            return i;
    }
    return -1;
}

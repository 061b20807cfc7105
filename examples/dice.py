#!/usr/bin/env python3
"""dice.py JOURNAL: were its dice thrown with the secret that was committed to? docs/journal.md, "Sealed dice", explains every line. What outcomes
other than rolls mean only the rules know: `grognard replay JOURNAL --check` asks them too. Exit code 0: every outcome is the secret's."""
import hashlib, hmac, itertools, sys

def word(number, ways):
    texts = (f"grognard-dice {match} {number} {attempt}{nonces}" for attempt in itertools.count())
    words = (int.from_bytes(hmac.digest(bytes.fromhex(secret), text.encode(), "sha256")[:8], "big") for text in texts)
    return next(made for made in words if made < 2**64 - 2**64 % ways)

def demand(holds, otherwise):
    if not holds:
        print(f"line {n}: {otherwise}")
        sys.exit(1)

lines = [line.split() or ["#"] for line in open(sys.argv[1], encoding="utf-8")]
match, secret, nonces, number = "", "".join(line[1] for line in lines if line[0] == "secret"), "", 0
for n, (kind, *rest) in enumerate(lines, 1):
    if kind == "dice" and rest[0] == "sealed" and not match:
        match, seal = rest[1], hashlib.sha256(f"grognard-seal {rest[1]} {secret}".encode()).hexdigest()
        demand(seal == rest[2], "the secret does not fit the commitment")
    elif kind == "drawn":
        told, ways, made, faces = int(rest[0]), int(rest[2]), int(rest[3], 16), [int(face) for face in rest[5:] if rest[4] == "roll"]
        sides = round(ways ** (1 / max(len(faces), 1)))
        demand(told == number, f"outcome {number} should come here, not {told}")
        demand(match and made == word(number, ways), f"the secret gives another word for outcome {number}")
        demand(faces == [1 + made % ways // sides**i % sides for i in reversed(range(len(faces)))], f"the word of outcome {number} is not this roll")
        number += 1
    elif kind == "nonce":
        nonces += f" {rest[0]}={rest[1]}"
    elif kind == "chapter":
        number = int(rest[4])
    else:
        demand(kind not in ("dice", "seed", "chance", "given"), "other dice than those that were sealed")
demand(match, "no sealed dice")
print("every outcome is the secret's")

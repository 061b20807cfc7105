#!/usr/bin/env python3
"""dice.py JOURNAL: were the dice of this match thrown with the secret that was committed to? (docs/journal.md, "Sealed dice")

Holds commitment, numbers and words against the secret, and the faces of rolls against the words. What other outcomes mean
only the rules know: `grognard replay JOURNAL --check` asks them too. The code is 0 if all is as it should be.
"""
import hashlib
import hmac
import itertools
import sys


def word(secret, match, nonces, number, ways):
    for attempt in itertools.count():
        question = f"grognard-dice {match} {number} {attempt}{nonces}"
        made = int.from_bytes(hmac.digest(bytes.fromhex(secret), question.encode(), "sha256")[:8], "big")
        if made < 2**64 - 2**64 % ways:
            return made


def verify(lines):
    secret, match, nonces, number = next((rest[0] for kind, *rest in lines if kind == "secret"), ""), None, "", 0
    for n, (kind, *rest) in enumerate(lines, 1):
        if kind == "chapter":
            number = int(rest[4])
        elif kind == "dice" and rest[0] == "sealed" and match is None:
            match = rest[1]
            if hashlib.sha256(f"grognard-seal {match} {secret}".encode()).hexdigest() != rest[2]:
                return f"line {n}: the secret does not fit the commitment"
        elif kind in ("dice", "seed", "chance", "given"):
            return f"line {n}: other dice than those that were sealed"
        elif kind == "nonce":
            nonces += f" {rest[0]}={rest[1]}"
        elif kind == "drawn":
            told, ways, made, faces = int(rest[0]), int(rest[2]), int(rest[3], 16), [int(face) for face in rest[5:] if rest[4] == "roll"]
            sides = round(ways ** (1 / max(len(faces), 1)))
            if told != number:
                return f"line {n}: outcome {number} should come here, not {told}"
            if match is None or made != word(secret, match, nonces, number, ways):
                return f"line {n}: the secret gives another word for outcome {number}"
            if faces != [1 + made % ways // sides**i % sides for i in reversed(range(len(faces)))]:
                return f"line {n}: the word of outcome {number} is not this roll"
            number += 1
    return None if match else "no sealed dice"


if __name__ == "__main__":
    wrong = verify([line.split() or ["#"] for line in open(sys.argv[1], encoding="utf-8")])
    print(wrong or "every outcome is the secret's")
    sys.exit(1 if wrong else 0)

#!/usr/bin/env python3
"""Checks a draw of the algorithm waffle-draw-v1, the round's signature included, as docs/DRAW.md describes it.

usage: python3 check_draw.py DRAW [KEY GENESIS PERIOD]

DRAW is the address of a draw's page or of its JSON, or a file with that JSON. It needs nothing but Python 3.8, asks no
relay, and believes nobody but drand's key. The last three are those of a private chain: whoever runs it can know its
rounds beforehand, so its draws prove nothing to outsiders.
"""

import hashlib, json, re, sys, urllib.request
from datetime import datetime

# drand's quicknet: nothing that a draw says of its chain changes these.
CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
KEY = ("83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
       "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")
GENESIS, PERIOD = 1692803367, 3
# What a draw may leave out: it was saved before there was any.
NONE = {"excluded": [], "alternates": 0, "alternate_spot_numbers": [], "alternate_social_handles": []}


def need(right, sentence):
    if not right:
        sys.exit(f"WRONG: {sentence}.")


def sha256(data):
    return hashlib.sha256(data).digest()


# The draw

def check(d, private=None):
    need(d["algorithm"] == "waffle-draw-v1", "this program does not know the algorithm")
    need(d["state"] == "drawn", f"the draw is {d['state']!r}, and has no winners")
    check_form(d)
    need((d["chain"] == CHAIN) == (private is None), "the chain is not the one that this program was told")
    key, genesis, period = private or (KEY, GENESIS, PERIOD)
    check_times(d, int(genesis), int(period))
    entries = read_entries(d)
    need(signed(d["signature"], d["round"], key), "the signature is not that of the chain's key for this round")
    need(sha256(bytes.fromhex(d["signature"])).hex() == d["randomness"], "the randomness is not the signature's hash")
    chosen = choose(d, entries)
    numbers, handles = [number for number, _ in chosen], [handle for _, handle in chosen]
    winners = d["item_count"]
    need(numbers[:winners] == d["winning_spot_numbers"], f"the winners are {numbers[:winners]}")
    need(handles[:winners] == d["winning_social_handles"], f"the winners are {handles[:winners]}")
    need(numbers[winners:] == d["alternate_spot_numbers"], f"the alternates are {numbers[winners:]}")
    need(handles[winners:] == d["alternate_social_handles"], f"the alternates are {handles[winners:]}")
    return chosen


def check_form(d):
    """What the seed hashes is a text: only in this form does it say one thing."""
    need(re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", d["waffle_id"]), "the waffle's id is no uuid")
    need(re.fullmatch("[0-9a-f]{64}", d["chain"]), "the chain is no hash")
    counts = [d[name] for name in ("number", "item_count", "round", "alternates")]
    need(all(type(count) is int and count >= 0 for count in counts), "a number is none")
    need(all(type(number) is int for number in d["excluded"]), "what was left out is not a list of numbers")
    need(type(d["one_win_per_handle"]) is bool, "one win per handle is neither true nor false")


def check_times(d, genesis, period):
    moment = lambda text: datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    appears = genesis + (d["round"] - 1) * period
    need(moment(d["round_at"]) == appears, f"the round appears {appears} seconds after 1970, not at {d['round_at']!r}")
    need(moment(d["locked_at"]) < appears, f"it was locked at {d['locked_at']!r}, when its round had appeared already")


def read_entries(d):
    try:
        text = d["entries"].encode()
    except UnicodeEncodeError:
        need(False, "the entries are no text")
    need(sha256(text).hex() == d["entries_sha256"], "the entries have another hash")
    lines = text.split(b"\n")
    need(lines.pop() == b"", "the last entry has no line feed")
    form = rb"([1-9][0-9]{0,3}|10000) [a-z0-9._-]{1,64}"
    need(all(re.fullmatch(form, line) for line in lines), "an entry is malformed")
    entries = [(int(number), handle.decode()) for number, handle in (line.split(b" ") for line in lines)]
    numbers = [number for number, _ in entries]
    need(numbers == sorted(set(numbers)), "the entries are not ascending, each number once")
    need(len(entries) == d["entries_count"], "the entries are not as many as the draw says")
    need(not set(numbers) & set(d["excluded"]), "a spot that was left out is among the entries")
    return entries


def locked(d):
    """What the seed hashes of the lock: all that has to be as in a line that was kept before the round appeared."""
    once = "yes" if d["one_win_per_handle"] else "no"
    return f"""waffle {d["waffle_id"]}\ndraw {d["number"]}\nentries {d["entries_sha256"]}
winners {d["item_count"]}\none-win-per-handle {once}\nchain {d["chain"]}\nround {d["round"]}\n"""


def choose(d, left):
    once = d["one_win_per_handle"]
    seed = sha256(f"waffle-draw-v1\n{locked(d)}signature {d['signature']}\n".encode())
    chosen = []
    for i in range(d["item_count"] + d["alternates"]):
        need(left or i >= d["item_count"], "there are too few entries")
        if not left:
            break
        x, c = 2**64, 0
        while x >= 2**64 // len(left) * len(left):
            x, c = int.from_bytes(sha256(seed + i.to_bytes(4, "big") + c.to_bytes(4, "big"))[:8], "big"), c + 1
        chosen.append(left[x % len(left)])
        left = [entry for entry in left if entry != chosen[-1] and (not once or entry[1] != chosen[-1][1])]
    return chosen


# The round's signature: BLS12-381 with signatures in G1, scheme bls-unchained-g1-rfc9380. The curve is y² = x³ + 4
# modulo P; a point is a pair, and None the one at infinity. It takes half a second.

P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab
R = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001
Z = 0xd201000000010000
GENERATOR = ("93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
             "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8")


def signed(signature, round, key):
    """Whether a signature is that of a key for a round: e(signature, generator) = e(hash of the round, key)."""
    point = g1(signature)
    if point is None:
        return False
    message = point_of(sha256(round.to_bytes(8, "big")))
    return pairings_cancel([((point[0], P - point[1]), g2(GENERATOR)), (message, g2(key))])


def root(n):
    y = pow(n, (P + 1) // 4, P)
    return y if y * y % P == n % P else None


def add(p, q, a=0):
    """Adds points of y² = x³ + a x + b."""
    if p is None or q is None:
        return p or q
    (x, y), (v, w) = p, q
    if x == v and (y + w) % P == 0:
        return None
    slope = (3 * x * x + a) * pow(2 * y, -1, P) if p == q else (w - y) * pow(v - x, -1, P)
    u = (slope * slope - x - v) % P
    return u, (slope * (x - u) - y) % P


def times(n, p):
    q = None
    for bit in f"{n:b}":
        q = add(add(q, q), p if bit == "1" else None)
    return q


def g1(text):
    """Reads a point of the group of signatures; None if it is none, or the one at infinity."""
    if not re.fullmatch("[89ab][0-9a-f]{95}", text):
        return None
    x = int(text, 16) % 2**381
    y = root(x**3 + 4)
    if x >= P or not y:
        return None
    point = x, max(y, P - y) if text[0] in "ab" else min(y, P - y)
    return point if times(R, point) is None else None


def g2(text):
    """Reads a point of the group of keys, over numbers a + b u with u² = -1: y² = x³ + 4 (1 + u)."""
    x = int(text[96:], 16), int(text[:96], 16) % 2**381
    a, b = mul2(mul2(x, x), x)
    a, b = a + 4, b + 4
    norm = root(a * a + b * b)
    u = root((a + norm) * pow(2, -1, P)) or root((a - norm) * pow(2, -1, P))
    v = b * pow(2 * u, -1, P) % P
    larger = int(text[0], 16) & 2 != 0
    return x, (u, v) if ((v, u) > (P - v, P - u)) == larger else (P - u, P - v)


# The curve that is 11-isogenous to it, y² = x³ + A x + B, and what the isogeny takes to infinity (RFC 9380, 8.8.1).
A = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d
B = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0
KERNEL = [
    0x10ef325dd1e98bdf0d97a4c6b7f968ed7f31f2fbff088acb39d5319cfc261ea18773405f325612742f0c5d90634bcf4,
    0xd7f2d0d03ae035321eed4c1479d13251abf0e9a96479623eb5380b575e319851fb5e5a8b43b9c1a46880f54bf2b2f7c,
    0x105249b4cac630ce5aa18e6c1189a18c82019b4e12e491fbac012c259ca3a67f638560b8bb416af02a4724385ed0fc8e,
    0x140d41735b10ce710727cd9356905701a2b866b803baa468948b7f423ddcc560c9a8f1cd5f8ed4297c37464fb8bfe4a7,
    0x1665a9c648e78314490a94f654d9b1039ab85847223bfaed9aa54f0f07736d122d1ceca1ac0e9123e753fde16e97c3d7,
]


def point_of(message):
    """Hashes a message to a point: hash_to_curve of RFC 9380 for BLS12381G1_XMD:SHA-256_SSWU_RO_."""
    tag = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
    tag += bytes([len(tag)])
    first = sha256(bytes(64) + message + b"\0\x80\0" + tag)
    stream, block = b"", bytes(32)
    for i in (1, 2, 3, 4):
        block = sha256(bytes(one ^ other for one, other in zip(first, block)) + bytes([i]) + tag)
        stream += block
    point = None
    for u in (int.from_bytes(stream[:64], "big") % P, int.from_bytes(stream[64:], "big") % P):
        z = 11 * u * u
        x = -B * pow(A, -1, P) * (1 + pow(z * z + z, -1, P)) % P
        y = root(x**3 + A * x + B)
        if y is None:
            x = x * z % P
            y = root(x**3 + A * x + B)
        point = add(point, (x, y if y % 2 == u % 2 else P - y), A)
    x, y = point
    slope, image = 1, x
    for k in KERNEL:
        t, w, d = 6 * k * k + 2 * A, 4 * (k**3 + A * k + B), pow(x - k, -1, P)
        image += t * d + w * d * d
        slope -= t * d * d + 2 * w * d**3
    return times(Z + 1, (image * pow(11, -2, P) % P, y * slope * pow(11, -3, P) % P))


def mul2(a, b):
    return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P


def sub2(a, b):
    return (a[0] - b[0]) % P, (a[1] - b[1]) % P


def div2(a, b):
    n = pow(b[0] * b[0] + b[1] * b[1], -1, P)
    return mul2(a, (b[0] * n, -b[1] * n))


def mul12(a, b):
    """Multiplies polynomials in w, where w¹² = 2 w⁶ - 2, so that u = w⁶ - 1."""
    c = [0] * 23
    for i, x in enumerate(a):
        for j, y in enumerate(b if x else ()):
            c[i + j] += x * y
    for i in range(22, 11, -1):
        c[i - 6] += 2 * c[i]
        c[i - 12] -= 2 * c[i]
    return [x % P for x in c[:12]]


def step(t, q, p):
    """Adds points of keys; returns the sum, and w³ times the line through them at p."""
    if t == q:
        slope = div2(mul2((3, 0), mul2(t[0], t[0])), mul2((2, 0), t[1]))
    else:
        slope = div2(sub2(q[1], t[1]), sub2(q[0], t[0]))
    x = sub2(sub2(mul2(slope, slope), t[0]), q[0])
    a, b = sub2(mul2(slope, t[0]), t[1]), (-slope[0] * p[0], -slope[1] * p[0])
    line = [a[0] - a[1], 0, b[0] - b[1], p[1], 0, 0, a[1], 0, b[1], 0, 0, 0]
    return (x, sub2(mul2(slope, sub2(t[0], x)), t[1])), line


def pairings_cancel(pairs):
    """Whether the product of the pairings of these points is one."""
    one = [1] + [0] * 11
    product, sums = one, [q for _, q in pairs]
    for bit in f"{Z:b}"[1:]:
        product = mul12(product, product)
        for doubling in (True, False) if bit == "1" else (True,):
            for i, (p, q) in enumerate(pairs):
                sums[i], line = step(sums[i], sums[i] if doubling else q, p)
                product = mul12(product, line)
    power = one
    for bit in f"{(P**12 - 1) // R:b}":
        power = mul12(power, power)
        power = mul12(power, product) if bit == "1" else power
    return power == one


def read(source):
    if "://" not in source:
        return json.load(open(source, "rb"))
    page = re.sub(r"/waffle/([^/]+)/draws/([0-9]+)/?([?#].*)?$", r"/api/waffles/\1/draws/\2", source)
    return json.load(urllib.request.urlopen(page))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 5):
        sys.exit(__doc__)
    draw, private = {**NONE, **read(sys.argv[1])}, sys.argv[2:] or None
    chosen = check(draw, private)
    print(locked(draw), end="")
    for place, (number, handle) in enumerate(chosen):
        print("winner   " if place < draw["item_count"] else "alternate", number, handle)
    print("OK: the entries, the round and the algorithm make exactly these winners.")
    print("Compare the first seven lines with what you kept while it was locked: when that was, is the server's word.")
    if private:
        print("But the chain is a private one: this proves nothing to outsiders.")

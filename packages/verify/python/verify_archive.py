#!/usr/bin/env python3
"""Checks a client's archive with nothing but Python's standard library.

A second implementation of docs/verify.md, written from that page and docs/spec/archive.md alone, so that the first
one (packages/verify/src) has something to agree with. Where they differ, one of them or the page is wrong.

    python3 verify_archive.py archive.zip [--vkey KEY]... [--witness KEY]...

Ends with 0 where everything holds, 1 where something does not, 2 where the file cannot be read.
"""
import argparse
import base64
import collections
import hashlib
import json
import re
import sys
import zipfile
from datetime import datetime, timezone
from fractions import Fraction
from uuid import UUID

ACCOUNTS = {
    1: "cash", 2: "margin", 3: "withdrawing", 4: "loan", 10: "custody:bitcoin", 11: "custody:ethereum",
    12: "custody:tether", 13: "custody:bank", 14: "custody:paypal", 15: "custody:cashapp", 16: "custody:gcash",
    17: "custody:paper", 20: "trading", 21: "capital", 22: "financing", 23: "shortfall", 24: "credit_loss",
    25: "fees", 26: "plans", 27: "interest", 28: "adjustments", 29: "rounding", 30: "clearing", 31: "dividends",
}
EVENTS = dict(enumerate([
    "deposit_approved", "demo_top_up", "trade_opened", "trade_closed", "withdrawal_requested", "withdrawal_released",
    "withdrawal_approved", "withdrawal_returned", "adjustment", "plan_bought", "loan_approved", "loan_interest",
    "loan_repaid", "loan_written_off", "capital_granted", "profit_share", "overnight_financing", "dividend",
    "guest_ended",
], 1))
JOURNAL_ENTRY, AUDIT_LINE, LIABILITY_ROOT, FILL = 1, 2, 6, 7
# What the client has grows by credits, what the client owes by debits.
PARTS = {"cash": (1, -1), "margin": (2, -1), "withdrawing": (3, -1), "loan": (4, 1)}
LOAN_BPS, YEAR = 1217, 3_650_000


class Wrong(Exception):
    """Something that a check found, in words."""


# Numbers: sums in cents, lots in hundredths, prices in 1e-10, all of them whole.

def units(line, name, digits):
    given = line.get(name)
    match = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?", str(given), re.ASCII)
    if isinstance(given, (bool, float)) or not match or len(match[3] or "") > digits:
        raise Wrong(f"{name} is {given!r}, which is no number with at most {digits} decimals")
    size = int(match[2] + (match[3] or "").ljust(digits, "0"))
    return -size if match[1] else size


def cents(line, name): return units(line, name, 2)
def lots(line, name): return units(line, name, 2)
def price(line, name): return units(line, name, 10)
def whole(line, name): return units(line, name, 0)


def dollars(amount):
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def instant(line, name):
    """Milliseconds since 1970."""
    at = datetime.strptime(line[name], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    return round(at.timestamp() * 1000)


def night_of(day):
    """17:00 in New York, in milliseconds since 1970. Clocks there go forward on March's second Sunday and back on November's first."""
    noon = datetime.strptime(day, "%Y-%m-%d").replace(hour=12, tzinfo=timezone.utc)

    def sunday(month, least):
        return next(day for day in range(least, least + 7) if datetime(noon.year, month, day).weekday() == 6)

    summer = (3, sunday(3, 8)) <= (noon.month, noon.day) < (11, sunday(11, 1))
    return round(noon.timestamp() * 1000) + (9 if summer else 10) * 3_600_000


def nearest(fraction):
    """The nearest whole number, of two the even one: what Python's round does with a Fraction."""
    return round(fraction)


# Ed25519 as in RFC 8032, section 5.1, for signatures only.

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def point_add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e, f = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    g, h = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = point_add(result, point)
        point = point_add(point, point)
        scalar >>= 1
    return result


def point_read(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    squared = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(squared, (P + 3) // 8, P)
    if (x * x - squared) % P:
        x = x * ROOT % P
    if (x * x - squared) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point_read((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signature(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, start = point_read(public), point_read(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or start is None or s >= Q:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    left, right = point_times(s, BASE), point_add(start, point_times(h, key))
    return not ((left[0] * right[2] - right[0] * left[2]) % P or (left[1] * right[2] - right[1] * left[2]) % P)


# The log: signed notes, checkpoints and inclusion.

Key = collections.namedtuple("Key", "name id kind public")
Tree = collections.namedtuple("Tree", "origin size root text signatures")


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def read_key(vkey):
    name, key_id, encoded = vkey.split("+", 2)
    data = base64.b64decode(encoded, validate=True)
    if sha(name.encode(), b"\n", data)[:4].hex() != key_id:
        raise Wrong(f"the key of {name} does not have the ID {key_id}")
    return Key(name, bytes.fromhex(key_id), data[0], data[1:])


def open_checkpoint(note, keys):
    """The tree that at least one of the keys signed."""
    end = note.rindex("\n\n") + 1
    text, signatures = note[:end], []
    for line in note[end + 1:].splitlines():
        dash, name, encoded = line.split(" ")
        if dash != "\u2014":
            raise Wrong("a signature line does not begin with a dash")
        data = base64.b64decode(encoded, validate=True)
        signatures.append((name, data[:4], data[4:]))
    signed = 0
    for key in keys:
        for name, key_id, signature in signatures:
            if (name, key_id) != (key.name, key.id) or key.kind != 1:
                continue
            if not is_signature(key.public, text.encode(), signature):
                raise Wrong(f"the signature by {name} is not that of its key")
            signed += 1
    if not signed:
        raise Wrong("the checkpoint is not signed by any key that is trusted here")
    origin, size, root = text.split("\n")[:3]
    return Tree(origin, int(size), base64.b64decode(root, validate=True), text, signatures)


def count_witnesses(tree, keys):
    seen = 0
    for key in keys:
        for name, key_id, data in tree.signatures:
            if (name, key_id, key.kind) == (key.name, key.id, 4) and len(data) == 72:
                time = int.from_bytes(data[:8], "big")
                seen += is_signature(key.public, f"cosignature/v1\ntime {time}\n{tree.text}".encode(), data[8:])
    return seen


def root_from(index, size, leaf, proof):
    """RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        raise Wrong(f"place {index} is not in a tree of {size} entries")
    node, last, result, rest = index, size - 1, leaf, list(proof)
    while last:
        if not rest:
            raise Wrong("its proof is too short")
        if node & 1 or node == last:
            result = sha(b"\1", rest.pop(0), result)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            result = sha(b"\1", result, rest.pop(0))
        node, last = node >> 1, last >> 1
    if rest:
        raise Wrong("its proof is too long")
    return result


def in_tree(kind, line, tree):
    """The canonical bytes of a line whose receipt holds."""
    canonical, nonce = base64.b64decode(line["canonical"]), base64.b64decode(line["nonce"])
    if len(nonce) != 32:
        raise Wrong("its nonce is not 32 bytes long")
    leaf = sha(b"\0", sha(bytes([kind]), nonce, canonical))
    if root_from(line["leaf_index"], tree.size, leaf, map(base64.b64decode, line["proof"])) != tree.root:
        raise Wrong("it is not what the log has at that place")
    return canonical


class Reader:
    """Canonical bytes, one part after another: a number of so many bytes, an id, or a text."""

    def __init__(self, data):
        self.data = data

    def take(self, kind):
        length = {"id": 16, "text": None}.get(kind, kind)
        length = self.take(4) if length is None else length
        part, self.data = self.data[:length], self.data[length:]
        if len(part) != length:
            raise Wrong("its bytes are cut off")
        if kind == "id":
            return str(UUID(bytes=part))
        return part.decode() if kind == "text" else int.from_bytes(part, "big", signed=kind == 8)

    def end(self):
        if self.data:
            raise Wrong("its bytes go on behind their end")


Entry = collections.namedtuple("Entry", "book at number event client subject actor corrects postings")


def read_entry(data):
    def number(start, length):
        return int.from_bytes(data[start:start + length], "big", signed=length == 8)
    if number(0, 2) != 1 or len(data) < 98 or (len(data) - 78) % 10:
        raise Wrong("its bytes are not those of an entry of version 1")
    postings = [(number(i, 2), number(i + 2, 8)) for i in range(78, len(data), 10)]
    if sum(amount for _, amount in postings):
        raise Wrong("its debits are not its credits")
    client, subject, actor = (str(UUID(bytes=data[i:i + 16])) for i in (22, 38, 54))
    return Entry(number(2, 2), number(4, 8), number(12, 8), number(20, 2), client, subject, actor,
                 number(70, 8) or None, postings)


def moved(entry, account):
    return sum(amount for one, amount in entry.postings if one == account)


def change(entry):
    return -sum(moved(entry, account) for account in (1, 2, 3))


MALFORMED = (ValueError, KeyError, TypeError, ZeroDivisionError, AttributeError)


def described(error):
    return str(error) if isinstance(error, Wrong) else f"{type(error).__name__} {error}"


class Archive:
    def __init__(self, path, keys, witnesses):
        self.zip = zipfile.ZipFile(path)
        self.manifest = json.loads(self.zip.read("manifest.json"))
        if (self.manifest.get("format"), self.manifest.get("version")) != ("clearbook-archive", 1):
            raise ValueError("This zip is no archive of version 1.")
        self.keys = [read_key(key) for key in keys or self.manifest["vkeys"]]
        self.witnesses = [read_key(key) for key in witnesses]
        self.failures = 0
        self.tree = None
        self.files = {}

    def lines(self, name):
        if name not in self.files:
            path = f"data/{name}.jsonl"
            known = path in self.zip.namelist()
            self.files[name] = [json.loads(line) for line in self.zip.read(path).splitlines()] if known else []
        return self.files[name]

    def by_id(self, name):
        return {line["id"]: line for line in self.lines(name)}

    def check(self, name, run):
        found = []
        try:
            text = run(found)
        except (Wrong, *MALFORMED) as error:
            text = "could not be read to its end"
            found.append(described(error))
        self.failures += bool(found)
        print(f"{'FAILED' if found else 'ok    '} {name}: {text}")
        for failure in found:
            print(f"       {failure}")

    def each(self, lines, found, look):
        for line in lines:
            try:
                look(line)
            except (Wrong, *MALFORMED) as error:
                what = line.get("number") or line.get("id") or line.get("trade_id") or line.get("name")
                found.append(f"Line {what} does not hold: {described(error)}")


def same(found, what, given, expected):
    if given != expected:
        found.append(f"{what} is {given}; it should be {expected}.")


def equal_sums(found, what, given, expected):
    if given != expected:
        found.append(f"{what} is {dollars(given)}; it should be {dollars(expected)} "
                     f"(differs by {dollars(given - expected)}).")


def files(archive, found):
    names, listed = archive.zip.namelist(), archive.manifest["files"]
    known = [file["name"] for file in listed] + ["manifest.json"]
    for extra in sorted(set(names) ^ set(known)):
        found.append(f"{extra} is not in both the zip and the manifest.")
    if len(set(names)) != len(names):
        found.append("A name is in the zip twice.")
    for file in listed:
        if file["name"] not in names:
            continue
        data = archive.zip.read(file["name"])
        same(found, f"The size of {file['name']}", len(data), file["bytes"])
        same(found, f"The checksum of {file['name']}", hashlib.sha256(data).hexdigest(), file["sha256"])
        if file["lines"] is not None:
            same(found, f"The number of lines in {file['name']}", data.count(b"\n"), file["lines"])
    return f"{len(listed)} files"


def signature(archive, found):
    tree = open_checkpoint(archive.manifest["checkpoint"], archive.keys)
    same(found, "The origin", archive.manifest["origin"], tree.origin)
    archive.tree = tree
    witnesses = count_witnesses(tree, archive.witnesses)
    if archive.witnesses and witnesses == 0:
        found.append("None of the witnesses that you named has cosigned it.")
    return f"{tree.size} entries of {tree.origin}, {witnesses} witnesses you know"


def receipts(archive, found):
    if archive.tree is None:
        raise Wrong("without a signed checkpoint nothing is in any tree")
    numbers = [0]

    def look(line):
        entry = read_entry(in_tree(JOURNAL_ENTRY, line, archive.tree))
        name = f"entry {line['number']}"
        same(found, f"The book of {name}", entry.book, archive.manifest["book"])
        same(found, f"The client of {name}", entry.client, archive.manifest["client"])
        same(found, f"The number of {name}", whole(line, "number"), entry.number)
        same(found, f"The time of {name}", instant(line, "at"), entry.at)
        same(found, f"The event of {name}", line["event"], EVENTS[entry.event])
        if line["subject_id"] is not None:
            same(found, f"What {name} is about", line["subject_id"], entry.subject)
        corrects = None if line["corrects"] is None else whole(line, "corrects")
        same(found, f"What {name} corrects", corrects, entry.corrects)
        given = [(re.sub("^client:[^:]*:", "", one["account"]), cents(one, "amount")) for one in line["postings"]]
        same(found, f"The postings of {name}", given, [(ACCOUNTS[code], amount) for code, amount in entry.postings])
        if entry.number <= numbers[-1]:
            found.append(f"Entry {entry.number} comes after entry {numbers[-1]}.")
        numbers.append(entry.number)

    archive.each(archive.lines("entries"), found, look)
    same(found, "The number of entries", len(archive.lines("entries")), archive.manifest["entries"])
    same(found, "The last entry", str(numbers[-1] or None), str(archive.manifest["last_entry"]))
    return f"{len(numbers) - 1} entries are in the log and say what their bytes say"


def chain(archive, found):
    before = None
    for line in archive.lines("entries"):
        number, canonical = whole(line, "number"), base64.b64decode(line["canonical"])
        previous, link = base64.b64decode(line["previous_link"]), base64.b64decode(line["link"])
        same(found, f"The link of entry {number}", link.hex(), sha(previous, canonical).hex())
        if number == 1:
            same(found, "The link before entry 1", previous, bytes(32))
        if before and before[0] + 1 == number:
            same(found, f"The link before entry {number}", previous.hex(), before[1].hex())
        before = number, link
    return f"{len(archive.lines('entries'))} links"


def staff_actions(archive, found):
    if archive.tree is None:
        raise Wrong("without a signed checkpoint nothing is in any tree")

    def look(line):
        data = in_tree(AUDIT_LINE, line, archive.tree)
        same(found, f"The number of staff action {line['number']}", whole(line, "number"), int.from_bytes(data[2:10], "big"))
        same(found, f"The time of staff action {line['number']}", instant(line, "at"), int.from_bytes(data[10:18], "big"))
    archive.each(archive.lines("staff_actions"), found, look)
    return f"{len(archive.lines('staff_actions'))} actions are in the log"


QUOTE = ("bid", "ask", "feed_bid", "feed_ask", "markup")


def fill_receipts(archive, found):
    quotes, trades, manifest = archive.by_id("quotes"), archive.by_id("trades"), archive.manifest
    bare = collections.Counter()

    def look(line):
        if line["canonical"] is None:
            bare[line["trade_id"]] += 1
            if line["realised"] is None or cents(line, "realised") != 0:
                found.append(f"Fill {line['id']} of trade {line['trade_id']} moved money, and has no receipt.")
            return
        trade, name, data = trades[line["trade_id"]], f"fill {line['id']}", Reader(in_tree(FILL, line, archive.tree))
        for what, size, given in (
                ("version", 2, 1), ("book", 2, manifest["book"]), ("id", "id", line["id"]),
                ("trade", "id", line["trade_id"]), ("client", "id", manifest["client"]),
                ("kind", 1, 1 if line["kind"] == "open" else 2), ("side", 1, 1 if line["side"] == "buy" else 2),
                ("lots", 8, lots(line, "lots")), ("price", 8, price(line, "price")),
                ("collateral", 8, cents(trade, "collateral")), ("margin", 8, cents(trade, "required_margin")),
                ("leverage", 8, whole(trade, "leverage_hundredths")),
                ("result", 8, 0 if line["realised"] is None else cents(line, "realised")),
                ("commission", 8, cents(line, "commission")), ("time", 8, instant(line, "at")),
                ("symbol", "text", line["symbol"])):
            same(found, f"The {what} of {name} by the log", given, data.take(size))
        for used in ("quote_id", "conversion_quote_id"):
            logged = data.take("text")
            same(found, f"The {used} of {name} by the log", line[used] or "", logged)
            if logged:
                quote = quotes[logged]
                for field in QUOTE:
                    same(found, f"The {field} of quote {logged} by the log", price(quote, field), data.take(8))
                for field in ("source_time", "received_time"):
                    same(found, f"The {field} of quote {logged} by the log", instant(quote, field), data.take(8))
                same(found, f"The source of quote {logged} by the log", quote["source"], data.take("text"))
        data.end()

    archive.each(archive.lines("fills"), found, look)
    of_trade = collections.Counter(line["trade_id"] for line in archive.lines("fills"))
    moves = collections.Counter(
        entry.subject for entry in entries_of(archive) if EVENTS[entry.event] in ("trade_opened", "trade_closed"))
    for trade, count in bare.items():
        if of_trade[trade] - count < moves[trade]:
            found.append(f"A fill of trade {trade} has an entry, and no receipt.")
    return f"{len(archive.lines('fills')) - bare.total()} fills are in the log with what they were dealt at"


def entries_of(archive):
    return [read_entry(base64.b64decode(line["canonical"])) for line in archive.lines("entries")]


def balances(archive, found):
    balance = dict.fromkeys(PARTS, 0)
    for line, entry in zip(archive.lines("entries"), entries_of(archive)):
        for name, (account, sign) in PARTS.items():
            balance[name] += sign * moved(entry, account)
            equal_sums(found, f"{name} after entry {entry.number}", cents(line, f"{name}_after"), balance[name])
    return ", ".join(f"{name} {dollars(amount)}" for name, amount in balance.items())


def statement(archive, found):
    months = collections.defaultdict(list)
    for entry in entries_of(archive):
        day = datetime.fromtimestamp(entry.at / 1000, timezone.utc)
        months[f"{day.year}-{day.month:02}"].append(change(entry))
    opening, given = 0, {line["month"]: line for line in archive.lines("statements")}
    for month in sorted(months.keys() | given.keys()):
        if month not in given:
            found.append(f"{month} is missing.")
            continue
        added = sum(amount for amount in months[month] if amount > 0)
        taken = -sum(amount for amount in months[month] if amount < 0)
        expected = {"opening": opening, "added": added, "taken": taken, "closing": opening + added - taken}
        for name, amount in expected.items():
            equal_sums(found, f"{name} of {month}", cents(given[month], name), amount)
        opening += added - taken
    return f"{len(given)} months, at the end {dollars(opening)}"


def fills(archive, found):
    quotes, trades, instruments = archive.by_id("quotes"), archive.by_id("trades"), instruments_of(archive)

    def look(fill):
        name = f"fill {fill['id']} of trade {fill['trade_id']}"
        trade, quote = trades[fill["trade_id"]], quotes[fill["quote_id"]]
        buys = (trade["side"] == "buy") == (fill["kind"] == "open")
        same(found, f"The side of {name}", fill["side"], "buy" if buys else "sell")
        same(found, f"The symbols of {name}", {fill["symbol"], quote["symbol"]}, {trade["symbol"]})
        same(found, f"The price of {name}", price(fill, "price"), price(quote, "ask" if buys else "bid"))
        same(found, f"The commission of {name}", cents(fill, "commission"), 0)
        if fill["kind"] == "open":
            same(found, f"The opening price of trade {trade['id']}", price(trade, "entry_price"), price(fill, "price"))
        for used in filter(None, (fill["quote_id"], fill["conversion_quote_id"])):
            if instant(quotes[used], "received_time") > instant(fill, "at"):
                found.append(f"The {name} uses quote {used}, which came later.")
        if price(fill, "price") % 10 ** (10 - whole(instruments[fill["symbol"]], "digits")):
            found.append(f"The price of {name} has more digits than {fill['symbol']} has.")

    def mark_up(quote):
        apart, fed = price(quote, "ask") - price(quote, "bid"), price(quote, "feed_ask") - price(quote, "feed_bid")
        same(found, f"The mark-up of quote {quote['id']}", price(quote, "markup"), apart - fed)

    archive.each(archive.lines("fills"), found, look)
    archive.each(archive.lines("quotes"), found, mark_up)
    return f"{len(archive.lines('fills'))} fills at {len(quotes)} quotes"


def instruments_of(archive):
    return {line["key"]: line["value"] for line in archive.lines("terms") if line["kind"] == "instrument"}


def dollars_for(unit, used):
    """Dollars for one of a currency, share or coin by the quotes that a line names; None where they do not say it."""
    if unit == "USD":
        return Fraction(1)
    for quote in used:
        mid = Fraction(price(quote, "bid") + price(quote, "ask"), 2 * 10**10)
        if quote["symbol"] in (unit, f"{unit}USD"):
            return mid
        if quote["symbol"] == f"USD{unit}":
            return 1 / mid
    return None


# At one moment: its night, its dividend, what closes, and its split last.
ORDER = {"night": 1, "dividend": 2, "close": 3, "split": 4}


def trades(archive, found):
    quotes, instruments, actions = archive.by_id("quotes"), instruments_of(archive), archive.by_id("corporate_actions")
    openings, steps = {}, collections.defaultdict(list)
    for fill in archive.lines("fills"):
        if fill["kind"] == "open":
            openings[fill["trade_id"]] = fill
        else:
            steps[fill["trade_id"]].append(("close", fill))
    for kind, file in (("night", "nights"), ("dividend", "dividends"), ("split", "trade_splits")):
        for line in archive.lines(file):
            steps[line["trade_id"]].append((kind, line))

    def used(line):
        return [quotes[line[name]] for name in ("conversion_quote_id", "quote_id") if line.get(name)]

    financing = [line for line in archive.lines("terms") if line["kind"] == "financing"]

    def set_for(symbol, at):
        held = [line["value"] for line in financing if line["key"] == symbol and instant(line, "from") <= at
                and (line.get("until") is None or at < instant(line, "until"))]
        return held[-1] if held else {}

    def look(trade):
        name, opening, instrument = f"trade {trade['id']}", openings[trade["id"]], instruments[trade["symbol"]]
        up, lot = (1 if trade["side"] == "buy" else -1), whole(instrument, "lot_size")
        entry, left, held = price(opening, "price"), cents(trade, "collateral"), lots(opening, "lots")
        same(found, f"The lots of {name}", lots(trade, "lots"), held)
        worth = dollars_for(instrument["base"], used(opening))
        if worth is not None:
            needed = -(-(held * lot * worth * 100) // whole(trade, "leverage_hundredths"))
            equal_sums(found, f"The required margin of {name}", cents(trade, "required_margin"), needed)
        paid = dict(realised=0, shortfall=0, financed=0, dividends=0)
        gain, accrued, split = Fraction(0), 0, Fraction(1)
        for kind, line in sorted(steps[trade["id"]], key=lambda step: (instant(step[1], "at"), ORDER[step[0]])):
            if kind == "close":
                rate = dollars_for(instrument["quote"], used(line))
                closed = lots(line, "lots")
                gain += up * (price(line, "price") - entry / split) * closed * lot * rate / 10**10
                result = nearest(gain) - paid["realised"]
                equal_sums(found, f"The result of fill {line['id']} of {name}", cents(line, "realised"), result)
                back = left * closed // held
                loss = max(0, -result)
                paid["shortfall"] += max(0, loss - left)
                left -= max(back, min(loss, left))
                held -= closed
                paid["realised"] += result
            elif kind == "night":
                what = f"the night {line['day']} of {name}"
                pair_on_wednesday = instrument["triple_weekday"] is not None and \
                    datetime.strptime(line["day"], "%Y-%m-%d").weekday() == 2
                same(found, f"The nights of {what}", line["nights"], 3 if pair_on_wednesday else 1)
                side = "buy_bps" if up == 1 else "sell_bps"
                rates = {**instrument, **set_for(trade["symbol"], night_of(line["day"]))}
                same(found, f"The rate of {what}", whole(line, "rate_bps"), whole(rates, side))
                same(found, f"The lots of {what}", lots(line, "lots"), held)
                cost = held * lot * dollars_for(instrument["base"], used(line)) * line["nights"] * whole(line, "rate_bps")
                accrued += nearest(cost * 10**6 / YEAR)
                taken = min(left, nearest(Fraction(accrued, 10**6)) - paid["financed"])
                equal_sums(found, f"What {what} cost", cents(line, "amount"), taken)
                left -= taken
                paid["financed"] += taken
            elif kind == "dividend":
                what = f"the dividend {line['action_id']} of {name}"
                amount = nearest(Fraction(up * price(actions[line["action_id"]], "rate") * held, 10**10))
                equal_sums(found, f"The amount of {what}", cents(line, "amount"), amount)
                moves = max(amount, -left)
                equal_sums(found, f"What {what} moved", cents(line, "moved"), moves)
                left += moves
                paid["dividends"] += moves
            else:
                action = actions[line["action_id"]]
                rate = Fraction(whole(action, "new_rate"), whole(action, "old_rate"))
                same(found, f"The lots before the split of {name}", lots(line, "lots_before"), held)
                held, split = int(held * rate), split * rate
                same(found, f"The lots after the split of {name}", lots(line, "lots"), held)
        same(found, f"The open lots of {name}", lots(trade, "open_lots"), held)
        same(found, f"What accrued of {name}", whole(trade, "accrued_micros"), accrued)
        equal_sums(found, f"The collateral left of {name}", cents(trade, "collateral_left"), left)
        for figure, amount in paid.items():
            equal_sums(found, f"{figure} of {name}", cents(trade, figure), amount)

    archive.each(archive.lines("trades"), found, look)
    return f"{len(archive.lines('trades'))} trades from their fills, nights, dividends and splits"


def kept_of(archive, copy, own, found):
    """What each trade that was kept as its copy stopped was worth by its quotes; None where none was."""
    quotes, instruments, fills, stopped = archive.by_id("quotes"), instruments_of(archive), archive.lines("fills"), instant(copy, "stopped_at")
    lines = {line["trade_id"]: line for line in archive.lines("kept_trades") if line["copy_id"] == copy["id"]}
    worth = 0
    for trade in own:
        name, line, parts, split = f"trade {trade['id']}, which was kept,", lines.pop(trade["id"], None), lots(trade, "lots"), Fraction(1)
        steps = [("close", fill) for fill in fills if (fill["trade_id"], fill["kind"]) == (trade["id"], "close")]
        steps += [("split", one) for one in archive.lines("trade_splits") if one["trade_id"] == trade["id"]]
        for kind, step in sorted(steps, key=lambda step: (instant(step[1], "at"), ORDER[step[0]])):
            if instant(step, "at") < stopped + (line is None):
                parts = lots(step, "lots") if kind == "split" else parts - lots(step, "lots")
                split = Fraction(whole(step, "splits_num"), whole(step, "splits_den")) if kind == "split" else split
        if line is None:
            if parts > 0 and instant(trade, "opened_at") <= stopped:
                found.append(f"What trade {trade['id']} was worth as copy {copy['id']} stopped is missing.")
            continue
        used = [quotes[line[field]] for field in ("conversion_quote_id", "quote_id") if line[field]]
        same(found, f"The time of {name}", line["at"], copy["stopped_at"])
        same(found, f"The symbol of the quote of {name}", used[-1]["symbol"], trade["symbol"])
        for quote in used:
            newer = [one for one in quotes.values() if one["symbol"] == quote["symbol"]
                     and instant(quote, "received_time") + 3_600_000 < instant(one, "received_time") <= stopped]
            if newer or instant(quote, "received_time") > stopped:
                found.append(f"The {name} uses quote {quote['id']}, which was not the last one.")
        up, at = (1, "bid") if trade["side"] == "buy" else (-1, "ask")
        instrument = instruments[trade["symbol"]]
        gain = up * (price(used[-1], at) - price(trade, "entry_price") / split) * parts * whole(instrument, "lot_size")
        value = nearest(gain * dollars_for(instrument["quote"], used) / 10**10)
        equal_sums(found, f"What {name} was worth", cents(line, "value"), value)
        worth += value
    found += [f"Trade {trade} was kept of copy {copy['id']}, which it is not of." for trade in lines]
    return worth if any(line["copy_id"] == copy["id"] for line in archive.lines("kept_trades")) else None


def copies(archive, found):
    taken = [entry for entry in entries_of(archive) if EVENTS[entry.event] == "profit_share"]
    shares = collections.defaultdict(list)
    for line in archive.lines("copy_shares"):
        shares[line["copy_id"]].append(line)

    def look(copy):
        name, own = f"copy {copy['id']}", [line for line in archive.lines("trades") if line["copy_id"] == copy["id"]]
        ended = copy["status"] == "stopped"
        used = 0 if ended else sum(cents(trade, "collateral_left") for trade in own)
        equal_sums(found, f"What {name} uses", cents(copy, "held"), used)
        if not ended:
            equal_sums(found, f"What {name} brought", cents(copy, "result"), sum(map(brought, own)))
        high = shared = 0
        for line in shares[copy["id"]]:
            what, amount = f"the share of {line['month'][:7]} of {name}", cents(line, "amount")
            equal_sums(found, f"The high before {what}", cents(line, "high_before"), high)
            asked = (cents(line, "high_after") - high) * whole(copy, "profit_share_bps") // 10_000
            high, shared = cents(line, "high_after"), shared + amount
            entry = next((one for one in taken if (one.subject, one.at) == (copy["id"], instant(line, "at"))), None)
            if entry is not None:
                taken.remove(entry)
            equal_sums(found, f"What an entry took for {what}", moved(entry, 1) if entry else 0, amount)
            if amount:
                line = [one for one in archive.lines("entries") if whole(one, "number") < entry.number][-1]
                free = max(0, cents(line, "cash_after") - cents(line, "loan_after"))
                equal_sums(found, f"The amount of {what}", amount, min(asked, free))
        if ended and (kept := kept_of(archive, copy, own, found)) is not None:
            line = shares[copy["id"]][-1] if shares[copy["id"]] else {"month": "no month", "high_before": "0.00", "at": None}
            same(found, f"When {name} was settled", line["at"], copy["stopped_at"])
            most = max(cents(line, "high_before"), cents(copy, "result") + kept)
            equal_sums(found, f"The high after the share of {line['month'][:7]} of {name}", high, most)
        equal_sums(found, f"The high of {name}", cents(copy, "high_water"), high)
        equal_sums(found, f"What {name} shared", cents(copy, "shared"), shared)

    archive.each(archive.lines("copies"), found, look)
    for line in archive.lines("shares_received"):
        entry = next((one for one in taken if one.subject == line["id"]), None)
        equal_sums(found, f"What came of share {line['id']}", -moved(entry, 1) if entry else 0, cents(line, "amount"))
        taken = [one for one in taken if one is not entry]
    found += [f"Entry {entry.number} is a profit share of no month." for entry in taken]
    return f"{len(archive.lines('copies'))} copies with {len(archive.lines('copy_shares'))} months of profit share"


def liabilities(archive, found):
    """From each part of the client's balance to the root of everybody's, and from there into the log."""
    if archive.tree is None:
        raise Wrong("without a signed checkpoint nothing is in any tree")

    def path_of(data):
        data = Reader(data)
        while data.data:
            amount = shift = 0
            byte = 128
            while byte & 128:
                byte = data.take(1)
                amount, shift = amount | (byte & 127) << shift, shift + 7
            yield amount, bytes(data.take(1) for _ in range(32))

    def look(line):
        owed, root = line["tree"] == "owed", Reader(in_tree(LIABILITY_ROOT, line, archive.tree))
        name, tree, day = "Your balance" if owed else "Your debt", 1 if owed else 2, instant({"at": line["day"] + "T00:00:00.0Z"}, "at")
        for what, size, given in (("version", 2, 1), ("tree", 2, tree), ("day", 8, day), ("moment", 8, instant(line, "at"))):
            same(found, f"{name}: the {what} of the count", given, root.take(size))
        depth, total, root_hash, _ = root.take(2), root.take(8), *(bytes(root.take(1) for _ in range(32)) for _ in "ab")
        books = {root.take(2): root.take(8) for _ in range(root.take(2))}
        root.end()
        number, parts, nonce = whole(line, "entry_number"), line["parts"], base64.b64decode(line["leaf_nonce"])
        same(found, f"{name}: the last entry that was counted", number, books.get(archive.manifest["book"]))
        if len({part["index"] for part in parts}) != len(parts) or len(parts) < 2:
            raise Wrong(f"{name} was not counted: there are no two leaves of it at places of their own")
        for i, part in enumerate(parts):
            amount, place, path = cents(part, "amount"), part["index"], list(path_of(base64.b64decode(part["path"])))
            if amount < 0 or len(path) != depth or not 0 <= place < 2**depth or len(nonce) != 32:
                raise Wrong(f"{name}: part {i + 1} is no leaf of that tree")
            above = sha(b"\x80", bytes([tree]), day.to_bytes(8, "big"), nonce, UUID(archive.manifest["client"]).bytes,
                        bytes([i + 1, len(parts)]), amount.to_bytes(8, "big"))
            for beside, digest in path:
                left, right = ((beside, digest), (amount, above)) if place & 1 else ((amount, above), (beside, digest))
                above = sha(b"\x81", left[0].to_bytes(8, "big"), left[1], right[0].to_bytes(8, "big"), right[1])
                amount, place = amount + beside, place >> 1
            if (amount, above) != (total, root_hash):
                raise Wrong(f"{name}: part {i + 1} does not lead to the root of that day")
        equal_sums(found, name, cents(line, "amount"), sum(cents(part, "amount") for part in parts))
        then = sum(change(one) if owed else moved(one, 4) for one in entries_of(archive) if one.number <= number)
        equal_sums(found, f"{name} as it was counted on {line['day']}", cents(line, "amount"), then)

    archive.each(archive.lines("liabilities"), found, look)
    return f"{len(archive.lines('liabilities'))} amounts of the last daily count are in its tree, and that in the log"


def documents(archive, found):
    """The statement's months as JSON; their PDFs are for people."""
    def look(line):
        if line["json"] is None:
            return
        data, name = archive.zip.read(line["json"]), f"the document of {line['month']}"
        same(found, f"The fingerprint of {name}", line["fingerprint"], hashlib.sha256(data).hexdigest())
        if line["fingerprint"].encode() not in archive.zip.read(line["pdf"]):
            found.append(f"The PDF of {line['month']} is of other figures.")
        document = json.loads(data)
        rows = [row for row in document["entries"] if row["entry"] is not None]
        same(found, f"The lines of {name}", [row["entry"] for row in rows], [e["number"] for e in of_month[line["month"]]])
        for row, entry in zip(rows, of_month[line["month"]]):
            after = sum(cents(entry, f"{part}_after") for part in ("cash", "margin", "withdrawing"))
            equal_sums(found, f"Entry {row['entry']} in {name}", cents(row, "total_balance"), after)
            equal_sums(found, f"The cash of entry {row['entry']} in {name}", cents(row, "cash"), cents(entry, "cash_after"))
        statement = next(one for one in archive.lines("statements") if one["month"] == line["month"])
        for figure in ("opening", "added", "taken", "closing"):
            equal_sums(found, f"{figure} in {name}", cents(document, figure), cents(statement, figure))

    of_month = collections.defaultdict(list)
    for entry in archive.lines("entries"):
        of_month[entry["at"][:7]].append(entry)
    archive.each(archive.lines("statement_documents"), found, look)
    return f"{len(archive.lines('statement_documents'))} months"


def fees(archive, found):
    def look(line):
        fee = nearest(Fraction(cents(line, "amount") * whole(line, "fee_bps"), 10_000))
        equal_sums(found, f"The fee of withdrawal {line['id']}", cents(line, "fee"), fee)
    archive.each(archive.lines("withdrawals"), found, look)
    return f"{len(archive.lines('withdrawals'))} withdrawals"


def loans(archive, found):
    by_subject = collections.defaultdict(list)
    for entry in entries_of(archive):
        by_subject[entry.subject].append(entry)

    def look(line):
        owed = dict(principal=0, interest=0, charged=0, repaid=0, written_off=0)
        for entry in by_subject[line["id"]]:
            event, by = EVENTS[entry.event], moved(entry, 4)
            if event == "loan_approved":
                equal_sums(found, f"The amount of loan {line['id']}", cents(line, "amount"), by)
                owed["principal"] += by
            elif event == "loan_interest":
                due = nearest(Fraction(owed["principal"] * LOAN_BPS, YEAR))
                equal_sums(found, f"The interest in entry {entry.number} of loan {line['id']}", by, due)
                owed["interest"] += by
                owed["charged"] += by
            elif event in ("loan_repaid", "loan_written_off"):
                to_interest = min(-by, owed["interest"])
                owed["interest"] -= to_interest
                owed["principal"] -= -by - to_interest
                owed["repaid" if event == "loan_repaid" else "written_off"] -= by
        for figure, amount in owed.items():
            equal_sums(found, f"{figure} of loan {line['id']}", cents(line, figure), amount)

    archive.each(archive.lines("loans"), found, look)
    return f"{len(archive.lines('loans'))} loans"


def floor_to(fraction, step=1): return fraction // step * step
def ceil_to(fraction, step=1): return -(-fraction // step) * step


def dealt(instrument, bid, ask, markup):
    """The feed's quote with half the mark-up on either side, out to the tick."""
    tick = 10 ** (10 - whole(instrument, "digits"))
    forex = instrument["class"] == "forex"
    half = Fraction(price(instrument, "pip") * markup, 20) if forex else Fraction((bid + ask) * markup, 40_000)
    return max(floor_to(bid - half, tick), tick), ceil_to(ask + half, tick)


def strength(archive):
    """Signals: 1 percent at first, what plans and staff made of it, and 100 while unlimited ones run."""
    plans = {line["key"]: line["value"] for line in archive.lines("terms") if line["kind"] == "signal_plan"}
    events = [(instant(line, "at"), 0, line) for line in archive.lines("staff_actions")
              if line["action"] == "user.controls"]
    events += [(instant(line, "at"), 1, line) for line in archive.lines("purchases") if line["kind"] == "signal_plan"]
    percent, unlimited, suspended = 1, None, None
    for at, _, line in sorted(events, key=lambda event: event[:2]):
        if "facts" in line:
            changed = re.search(r"\u2192 (\d+)$", line["facts"].get("signal_strength", ""))
            percent = int(changed[1]) if changed else percent
            if line["facts"].get("status") == "suspended":
                suspended = at
            elif "status" in line["facts"] and suspended is not None:
                unlimited = unlimited + at - suspended if unlimited and unlimited > suspended else unlimited
                suspended = None
        elif plans[line["plan_id"]]["boost"] is not None:
            percent = min(100, percent + plans[line["plan_id"]]["boost"])
        else:
            unlimited = max(at, unlimited or 0) + plans[line["plan_id"]]["days"] * 86_400_000
    until = instant(archive.manifest, "made_at") if suspended is None else suspended
    return 100 if unlimited is not None and unlimited > until else percent


def brought(trade): return cents(trade, "realised") + cents(trade, "shortfall") - cents(trade, "financed") + cents(trade, "dividends")


def figures_of(archive):
    """Each figure by its page, what it is of and its name: what reads it, and what it should be; None for none."""
    instruments, marks = instruments_of(archive), {line["symbol"]: line for line in archive.lines("marks")}
    accounts = [line["value"]["markup"] for line in archive.lines("terms") if line["kind"] == "account"]
    entries, found, worth = entries_of(archive), {}, {}
    events = collections.defaultdict(list)
    for entry in entries:
        events[EVENTS[entry.event]].append(entry)

    def put(page, of, read, values):
        found.update({(page, of, name): (read, value) for name, value in values.items()})

    lowest = None
    for trade in (line for line in archive.lines("trades") if line["status"] == "active"):
        instrument, mark = instruments[trade["symbol"]], marks.get(trade["symbol"])
        up, tick = (1 if trade["side"] == "buy" else -1), 10 ** (10 - whole(instrument, "digits"))
        unit = instrument["quote"]
        rate = Fraction(1) if unit == "USD" else None
        if unit != "USD" and instrument["converter"] in marks:
            rate = dollars_for(unit, [marks[instrument["converter"]]])
        size = lots(trade, "open_lots") * whole(instrument, "lot_size")
        paid = Fraction(price(trade, "entry_price") * whole(trade, "splits_den"), whole(trade, "splits_num"))
        now = result = value = None
        if mark and rate is not None:
            sides = dealt(instrument, price(mark, "bid"), price(mark, "ask"), accounts[-1])
            now = nearest(Fraction(sides[up == -1] * whole(mark, "shares_den"), whole(mark, "shares_num")))
            result = nearest(up * (now - paid) * size * rate / 10**10)
            value = nearest(size * now * rate / 10**10)
        worth[trade["id"]] = result or 0
        left, required = cents(trade, "collateral_left"), cents(trade, "required_margin_left")
        level = max(0, (left + worth[trade["id"]]) * 10_000 // required)
        lowest = level if lowest is None else min(lowest, level)
        out = even = stop = None
        if rate is not None:
            out = paid + up * (required - 2 * left) * 10**10 / (2 * size * rate)
            out = floor_to(out, tick) if up == 1 else ceil_to(out, tick)
            even = paid + up * max(0, cents(trade, "financed")) * 10**10 / (size * rate)
            even = ceil_to(even, tick) if up == 1 else floor_to(even, tick)
        if trade.get("trailing_peak") is not None and trade.get("trailing_distance") is not None:
            stop = price(trade, "trailing_peak") - up * price(trade, "trailing_distance")
        parted = lots(trade, "lots") * whole(trade, "splits_num") > lots(trade, "open_lots") * whole(trade, "splits_den")
        put("trades", trade["id"], price, {"current_price": now, "trailing_stop": stop,
                                           "close_out_price": out if out and out > 0 else None,
                                           "break_even_price": even if even and even > 0 else None})
        put("trades", trade["id"], cents, {"market_value": value, "unrealized_pl": result,
                                           "financing": cents(trade, "financed"),
                                           "realized_pl": cents(trade, "realised") if parted else None})
    cash, margin, out = (-sum(moved(entry, account) for entry in entries) for account in (1, 2, 3))
    loan, open_result = sum(moved(entry, 4) for entry in entries), sum(worth.values())
    paid_in = -sum(moved(entry, 1) for name in ("deposit_approved", "demo_top_up") for entry in events[name])
    common = {"total_balance": cash + margin + out, "available": cash, "borrowed": loan}
    put("home", None, cents, common | {
        "deposit_balance": paid_in, "profit_balance": sum(moved(entry, 20) for entry in events["trade_closed"]),
        "margin": margin, "withdrawing": out, "equity": cash + margin + open_result - loan,
        "unrealized_pl": open_result, "margin_level": lowest, "withdrawable": max(0, cash - loan)})
    put("home", None, whole, {"signal_strength": strength(archive)})
    put("statement", None, cents, common | {"manual_sum": -sum(moved(entry, 1) for entry in events["adjustment"])})
    put("statement", None, whole, {"manual_count": len(events["adjustment"])})
    for copy in archive.lines("copies"):
        own = [trade for trade in archive.lines("trades") if trade["copy_id"] == copy["id"]]
        shared = sum(cents(line, "amount") for line in archive.lines("copy_shares") if line["copy_id"] == copy["id"])
        ended = copy["status"] == "stopped"
        # What was kept when a copy ended has gone on without it: the first verifier follows that, this one takes its word.
        put("copies", copy["id"], cents, {
            "allotment": cents(copy, "allotment"), "used": 0 if ended else sum(cents(t, "collateral_left") for t in own),
            "realized_pl": cents(copy, "result") if ended else sum(map(brought, own)),
            "unrealized_pl": 0 if ended else sum(worth.get(t["id"], 0) for t in own), "shared": shared})
    return found


def figures(archive, found):
    expected, seen = figures_of(archive), set()

    def look(line):
        key = line["page"], line["of"], line["figure"]
        name = f"{line['figure']} of {line['of']} on {line['page']}" if line["of"] else f"{line['figure']} on {line['page']}"
        if key not in expected:
            raise Wrong(f"The figure {name} isn't covered")
        if key in seen:
            raise Wrong(f"The figure {name} is there twice")
        seen.add(key)
        read, value = expected[key]
        if read is cents and value is not None:
            equal_sums(found, name, cents(line, "value"), value)
        else:
            same(found, name, read(line, "value"), value)
    archive.each(archive.lines("figures"), found, look)
    for key in expected.keys() - seen:
        if expected[key][1] is not None:
            found.append(f"The figure {key[2]} on {key[0]} is missing ({key[1]}).")
    return f"{len(seen)} figures"


CHECKS = {
    "Files": files, "Signature": signature, "Receipts": receipts, "Chain": chain, "Fills in the log": fill_receipts,
    "Staff actions": staff_actions, "Balances": balances, "Statement": statement, "Statement documents": documents,
    "Liabilities": liabilities, "Fills": fills, "Trades": trades, "Withdrawal fees": fees, "Loans": loans,
    "Copies": copies, "Figures": figures,
}


def main():
    parser = argparse.ArgumentParser(description="Checks a client's archive (docs/verify.md).")
    parser.add_argument("archive")
    parser.add_argument("--vkey", action="append", default=[], help="a key of the log that you trust")
    parser.add_argument("--witness", action="append", default=[], help="a key of a witness that you know")
    given = parser.parse_args()
    try:
        archive = Archive(given.archive, given.vkey, given.witness)
    except (OSError, zipfile.BadZipFile, ValueError, KeyError, Wrong) as error:
        print(error, file=sys.stderr)
        return 2
    for name, run in CHECKS.items():
        archive.check(name, lambda found, run=run: run(archive, found))
    print(f"{len(CHECKS)} checks, " + (f"{archive.failures} FAILED" if archive.failures else "all in order"))
    return 1 if archive.failures else 0


if __name__ == "__main__":
    sys.exit(main())

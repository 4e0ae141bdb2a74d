"""Makes the rolls of a sealed diary again: python3 verify_dice.py FILE.diary"""

import json
import sys
from hashlib import blake2b

with open(sys.argv[1], encoding="utf-8") as diary:
    events = [event for event in map(json.loads, diary) if event["t"] != "commit"]
secret = bytes.fromhex(events[-1].get("reveal", ""))
promise = blake2b(secret, digest_size=32, person=b"wardiary-seal").hexdigest()
same = different = unknown = 0
for number, event in enumerate(events, 1):
    if event["t"] in ("header", "reseeded"):
        source = event["dice_source"]
        seed = secret if source.get("commit") == promise else b""
        if "seed" in source:
            seed = blake2b(source["seed"].encode(), digest_size=32, person=b"wardiary-seed").digest()
    elif event["t"] == "rolled" and event["source"] == source["source"] and seed:
        label, faces = f"{event['purpose']}|{event['key']}|{event.get('nth', 1)}".encode(), []
        sides = event.get("sides", 6)
        for block in range(len(event["dice"])):
            data = blake2b(block.to_bytes(8, "big") + label, key=seed, person=b"wardiary-dice").digest()
            faces += [byte % sides + 1 for byte in data if byte < 256 - 256 % sides]
        ours = faces[: len(event["dice"])]
        same, different = same + (ours == event["dice"]), different + (ours != event["dice"])
        print(f"event {number}: {event['dice']}" + (f", but the seed gives {ours}" if ours != event["dice"] else ""))
    unknown += event["t"] == "rolled" and (event["source"] != source["source"] or not seed)
lost = "commit" in source and not seed
print(f"{same} rolls agree, {different} differ, {unknown} unknown" + ", promised secret not shown" * lost)
sys.exit(lost or different > 0)

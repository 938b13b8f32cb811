/** A key as a burst needs to know it. */
export type Stroke = { key: string; at: number; withModifier: boolean };

/** What a key was: no part of a burst, a part of one, or the Enter that ends it. */
export type Heard = { is: "nothing" } | { is: "part" } | { is: "end"; text: string };

const longestGap = 80; // ms; scanners leave 1 to 50, fingers seldom less than 90 for four keys in a row
const shortest = 3;

/** Tells a hand scanner that types from a person: a fast run of keys that ends in Enter. */
export function createBurst(): (stroke: Stroke) => Heard {
  let text = "";
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at, withModifier }) => {
    // why: Shift is a key of its own, between the ones that count
    if (key === "Shift" || key === "CapsLock") return { is: "nothing" };
    const goesOn = at - last <= longestGap;
    last = at;
    if (key === "Enter") {
      const whole = goesOn ? text : "";
      text = "";
      return whole.length >= shortest ? { is: "end", text: whole } : { is: "nothing" };
    }
    if (withModifier || key.length !== 1) {
      text = "";
      return { is: "nothing" };
    }
    const isPart = goesOn && text !== "";
    text = isPart ? text + key : key;
    return isPart ? { is: "part" } : { is: "nothing" };
  };
}

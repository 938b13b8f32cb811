/** A key event for burst detection. */
export type Stroke = { key: string; at: number; withModifier: boolean };

/** A key's role: not in a burst, in one, or the Enter that ends it. */
export type Heard = { is: "nothing" } | { is: "part" } | { is: "end"; text: string };

const longestGap = 80; // ms; scanners leave 1 to 50, fingers seldom less than 90 for four keys in a row
const shortest = 3;

/** Distinguishes a hand scanner from typing: a fast run of keys that ends in Enter. */
export function createBurst(): (stroke: Stroke) => Heard {
  let text = "";
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at, withModifier }) => {
    // Shift is a separate key event between the ones that count
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

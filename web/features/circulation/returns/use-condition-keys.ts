import { useEffect, useEffectEvent } from "react";
import { type Condition, conditions } from "#contract/desk/returns.ts";
import { searchKeyIsOff } from "#web/ui/navigation/search-key.ts";

/** The first letters of the conditions. */
export const keyOf = (condition: Condition): string => condition.charAt(0).toUpperCase();

const field = "input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]";
const pause = 150; // ms without another key: a hand scanner leaves at most 80

/** One key judges the newest copy, unless it is typed into a field, or is the first of a scan. */
export function useConditionKeys(onCondition: (condition: Condition) => void): void {
  const judge = useEffectEvent(onCondition);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(waiting);
      const { key, target, repeat, ctrlKey, altKey, metaKey } = event;
      const isTyping = target instanceof Element && target.closest(field) !== null;
      const condition = conditions.find((one) => keyOf(one) === key.toUpperCase());
      if (!condition || repeat || ctrlKey || altKey || metaKey || isTyping || searchKeyIsOff()) return;
      if (document.querySelector("dialog:modal")) return;
      waiting = setTimeout(() => judge(condition), pause);
    };
    document.addEventListener("keydown", listen, true);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener("keydown", listen, true);
    };
  }, []);
}

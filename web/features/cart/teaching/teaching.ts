import type { Teaching } from "#contract/site/teaching-days.ts";
import { useState } from "react";

const key = "teachingDays";
const form = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/;

function kept(): Teaching | undefined {
  if (typeof sessionStorage === "undefined") return undefined;
  const [, from, to] = form.exec(sessionStorage.getItem(key) ?? "") ?? [];
  return from && to ? { from, to } : undefined;
}

/** The days that something is needed for, remembered for the visit; undefined: it is for now. */
export function useTeaching() {
  const [teaching, setTeaching] = useState(kept);
  const keep = (days: Teaching | undefined) => {
    setTeaching(days);
    if (days) sessionStorage.setItem(key, `${days.from}/${days.to}`);
    else sessionStorage.removeItem(key);
  };
  return { teaching, keep };
}

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { type Choice, choicesFor, searchesFor } from "./choices.ts";
import { useMay } from "#web/lib/session.ts";
import { cut } from "#contract/wire/cut.ts";
import { longestText, resolve, resolveQuery } from "./resolve-query.ts";

/** A typed text, or one that the page's scanner left, what it may be, and which of it the keys have reached. The first is chosen by Enter. */
export function useCombobox(onChoose: (choice: Choice) => Promise<void>) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [inHand, setInHand] = useState(false); // it was scanned
  const isClerk = useMay("clerk");
  const wanted = text.trim();
  const asked = useDeferredValue(wanted);
  const query = useQuery({ ...resolveQuery(asked), enabled: asked !== "" });
  const isFresh = asked === wanted && !query.isPlaceholderData && !query.isPending;
  const found = query.data ? choicesFor(query.data, asked, inHand) : [];
  const choices = wanted === "" || query.isPending ? [] : [...found, ...searchesFor(wanted, isClerk)];
  const active = Math.min(at, choices.length - 1);

  const change = (next: string) => {
    setText(next);
    setAt(0);
    setOpen(next !== "");
    setInHand(false);
  };
  const show = (scanned: string) => {
    change(cut(scanned, longestText));
    setInHand(true);
  };
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    change("");
    void onChoose(choice);
  };
  /** Enter was pressed before the answer was there. */
  const chooseSoon = async () => {
    change("");
    // not by the query, which is given up with the text
    const data = await resolve(wanted).catch(() => undefined);
    const [best] = [...(data ? choicesFor(data, wanted, inHand) : []), ...searchesFor(wanted, isClerk)];
    if (best) await onChoose(best);
  };
  const move = (event: KeyboardEvent, by: number) => {
    if (choices.length === 0) return;
    event.preventDefault();
    setOpen(true);
    setAt((active + by + choices.length) % choices.length);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
    else if (event.key === "Escape") {
      if (open) setOpen(false);
      else change("");
    } else if (event.key === "/" && text === "") {
      event.preventDefault(); // it leads to where one is
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isFresh) choose(choices[active]);
      else if (wanted !== "") void chooseSoon();
    }
  };
  return { text, change, show, press, choices, active, choose, isFresh, isOpen: open && choices.length > 0, setOpen };
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Teaching } from "#contract/site/teaching-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { areTyped } from "./teaching.ts";
import styles from "./teaching-form.module.css";

type TeachingFormProps = {
  teaching: Teaching | undefined;
  /** Whether it was just asked for, and takes the focus. */
  isFresh: boolean;
  onTeaching: (days: Teaching | undefined) => void;
};

/** The days of teaching, and the days that follow from them. Either day may be left empty: one day alone is both. */
export function TeachingForm({ teaching, isFresh, onTeaching }: TeachingFormProps) {
  const { t } = useLanguage();
  const [days, setDays] = useState(shown(teaching));
  const [seen, setSeen] = useState(teaching);
  if (seen !== teaching) {
    setSeen(teaching);
    const own = teachingOf(days);
    // chosen elsewhere on the page, not typed here
    if (own?.from !== teaching?.from || own?.to !== teaching?.to) setDays(shown(teaching));
  }
  useEffect(() => {
    if (isFresh) document.getElementById("teachFrom")?.focus();
  }, [isFresh]);
  const change = (changed: Partial<Teaching>) => {
    const now = { ...days, ...changed };
    setDays(now);
    onTeaching(teachingOf(now));
  };
  return (
    <fieldset className={styles.days}>
      <legend className={styles.legend}>{t("When do you teach with it?")}</legend>
      <div className={styles.fields}>
        <DateField
          id="teachFrom"
          name="teachFrom"
          label={t("First day")}
          value={days.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <DateField
          id="teachTo"
          name="teachTo"
          label={t("Last day")}
          value={days.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
      <output className={styles.said}>
        {teaching ? <Following teaching={teaching} /> : t("Leave the days empty to order for now.")}
      </output>
      {teaching && (
        <div>
          <Button
            size="small"
            onClick={() => {
              setDays({ from: "", to: "" });
              onTeaching(undefined);
              document.getElementById("teachFrom")?.focus();
            }}
          >
            {t("Order for now instead")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const shown = (teaching: Teaching | undefined) => teaching ?? { from: "", to: "" };

/** One day alone is both. */
function teachingOf({ from, to }: Teaching): Teaching | undefined {
  return from || to ? { from: from || to, to: to || from } : undefined;
}

/** The four days, or why there are none. */
export function Following({ teaching: { from, to } }: { teaching: Teaching }) {
  const { t, say, code } = useLanguage();
  const query = { teachFrom: from, teachTo: to };
  const { data, error } = useQuery({
    queryKey: ["cart", "teaching days", from, to],
    queryFn: async ({ signal }) => (await call("GET Cart/GetTeachingDays", { query }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled: areTyped({ from, to }),
    retry: (count, failed) => !(failed instanceof CallFailed && failed.isRefusal) && count < 2,
    meta: { background: true },
  });
  if (error) return <span className={styles.wrong}>{say(error)}</span>;
  if (!data) return t("Counting the days…");
  const day = (of: string) => formatDay(of, code, true);
  return t("It leaves the library by {leaves} and is with you by {arrives}. Mail it back by {back}.", {
    leaves: day(data.leavesBy),
    arrives: day(data.withYouBy),
    back: day(data.postBackBy),
  });
}

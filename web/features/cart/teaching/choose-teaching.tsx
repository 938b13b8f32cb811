import { useEffect, useState } from "react";
import type { Teaching } from "#contract/site/teaching-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";

const load = () => import("./teaching-form.tsx");

type ChooseTeachingProps = { teaching: Teaching | undefined; onTeaching: (days: Teaching | undefined) => void };

/** Asks for the days of teaching; the fields are loaded when somebody wants them, or chose days before. */
export function ChooseTeaching({ teaching, onTeaching }: ChooseTeachingProps) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();
  const isWanted = isOpen || teaching !== undefined;
  useEffect(() => {
    // without it, one orders for now
    if (isWanted) load().then(setLoaded, () => undefined);
  }, [isWanted]);
  if (isWanted && loaded) return <loaded.TeachingForm teaching={teaching} isFresh={isOpen} onTeaching={onTeaching} />;
  return (
    <div>
      <Button size="small" busy={isOpen} onClick={() => setOpen(true)}>
        {t("Need it on certain days?")}
      </Button>
    </div>
  );
}

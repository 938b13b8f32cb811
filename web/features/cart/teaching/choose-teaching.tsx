import { useEffect, useState } from "react";
import type { Teaching } from "#contract/site/teaching-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";

const load = () => import("./teaching-form.tsx");

type ChooseTeachingProps = { teaching: Teaching | undefined; onTeaching: (days: Teaching | undefined) => void };

/** Asks for the days of teaching; the fields are loaded when somebody wants them, or chose days before. */
export function ChooseTeaching({ teaching, onTeaching }: ChooseTeachingProps) {
  const { t } = useLanguage();
  const [isPressed, setPressed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();
  // once open it stays, also when the days go
  if (!isOpen && (isPressed || teaching)) setOpen(true);
  useEffect(() => {
    // without it, one orders for now
    if (isOpen) load().then(setLoaded, () => undefined);
  }, [isOpen]);
  if (loaded) return <loaded.TeachingForm teaching={teaching} isFresh={isPressed} onTeaching={onTeaching} />;
  return (
    <div>
      <Button size="small" busy={isPressed} onClick={() => setPressed(true)}>
        {t("Need it on certain days?")}
      </Button>
    </div>
  );
}

import { useEffect, useId, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";

const load = () => import("./free-days-calendar.tsx");

/** Shows and hides on which days a title is free. */
export function FreeDays({ inventoryId }: { inventoryId: number }) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();
  const place = useId();
  useEffect(() => {
    if (isOpen) load().then(setLoaded, () => undefined);
  }, [isOpen]);
  return (
    <>
      <div data-screen-only>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={place}
          busy={isOpen && !loaded}
          onClick={() => setOpen(!isOpen)}
        >
          {t("Which days is it free?")}
        </Button>
      </div>
      <div id={place} hidden={!isOpen}>
        {isOpen && loaded && <loaded.FreeDaysCalendar inventoryId={inventoryId} />}
      </div>
    </>
  );
}

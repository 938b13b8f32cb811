import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { focusOn } from "#web/lib/focus-on.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { OwnPlace } from "./own-place.tsx";
import { ownPlacesQuery } from "./own-places-query.ts";

/** What a borrower waits for, on the account page; nothing where that is nothing. */
export function OwnPlaces() {
  const { t } = useLanguage();
  const { data: places = [] } = useQuery(ownPlacesQuery);
  const before = useRef(0);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (places.length < before.current && isLost) focusOn(document.querySelector("main h1")); // the pressed button goes
    before.current = places.length;
  }, [places.length]);
  if (places.length === 0) return null;
  return (
    <Card heading={t("What you wait for")}>
      <Stack>
        {places.map((place) => (
          <section key={place.placeId} aria-label={place.title}>
            <h3>
              <Link to={`/user/viewitem/${place.inventoryId}`}>
                <TitleText of={place} />
              </Link>
            </h3>
            <OwnPlace place={place} />
          </section>
        ))}
      </Stack>
    </Card>
  );
}

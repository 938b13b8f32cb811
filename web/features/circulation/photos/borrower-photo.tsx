import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { photoSizes } from "#contract/borrowers/way-back.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "./borrower-photo.module.css";

type Size = (typeof photoSizes)[number];

/** A photo never changes. */
function borrowerPhotoQuery(photoId: number, size: Size) {
  return queryOptions({
    queryKey: ["photos", "of borrowers", photoId, size],
    queryFn: async ({ signal }) =>
      (await call("GET Order/GetPhoto/{photoId}/{size}", { params: { photoId, size } }, { signal })).data.picture,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Photos that a borrower sent, small; a press shows one large. `words` says which one it is. */
export function BorrowerPhotos({ photoIds, words }: { photoIds: readonly number[]; words: (n: number) => string }) {
  const { t } = useLanguage();
  const [large, setLarge] = useState<{ photoId: number; title: string }>();
  if (photoIds.length === 0) return null;
  return (
    <div data-screen-only>
      <ul className={styles.photos}>
        {photoIds.map((photoId, index) => {
          const title = words(index + 1);
          return (
            <li key={photoId}>
              <button
                type="button"
                className={styles.open}
                title={t("Show it large")}
                onClick={() => setLarge({ photoId, title })}
              >
                <PhotoPicture photoId={photoId} size="small" words={title} />
              </button>
            </li>
          );
        })}
      </ul>
      <Dialog open={large !== undefined} onClose={() => setLarge(undefined)} title={large?.title ?? ""} width="wide">
        {large && <PhotoPicture photoId={large.photoId} size="large" words="" />}
      </Dialog>
    </div>
  );
}

/** The picture itself, once it is there; without words where its dialog's title says them. */
export function PhotoPicture({ photoId, size, words }: { photoId: number; size: Size; words: string }) {
  const { t } = useLanguage();
  return (
    <Fetched
      query={useQuery(borrowerPhotoQuery(photoId, size))}
      what={t("photo")}
      skeleton={<Skeleton height={size === "small" ? "6rem" : "20rem"} />}
    >
      {(picture) => <img src={picture} alt={words} className={styles[size]} />}
    </Fetched>
  );
}

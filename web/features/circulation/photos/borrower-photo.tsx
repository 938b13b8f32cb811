import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { photoSizes } from "#contract/borrowers/own-photos.ts";
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
  if (photoIds.length === 0) return null;
  return (
    <ul className={styles.photos} data-screen-only>
      {photoIds.map((photoId, index) => (
        <li key={photoId}>
          <BorrowerPhoto photoId={photoId} words={words(index + 1)} />
        </li>
      ))}
    </ul>
  );
}

function BorrowerPhoto({ photoId, words }: { photoId: number; words: string }) {
  const { t } = useLanguage();
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles.open} title={t("Show it large")} onClick={() => setLarge(true)}>
        <PhotoPicture photoId={photoId} size="small" words={words} />
      </button>
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={words} width="wide">
        <PhotoPicture photoId={photoId} size="large" words={words} />
      </Dialog>
    </>
  );
}

/** The picture itself, once it is there. */
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

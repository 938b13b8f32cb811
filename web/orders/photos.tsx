import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { photoSizes } from "#contract/orders/way-back.ts";
import { type LoanPhoto, maxPhotos } from "#contract/desk/returns.ts";
import styles from "./photos.module.css";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Trash } from "#web/ui/icons.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { FileField } from "#web/ui/forms/file-fields.tsx";
import { pictureObjection, useSentFile } from "#web/lib/files.ts";
import { DateText } from "#web/lib/formats.tsx";

type Size = (typeof photoSizes)[number];

const borrowerPhotoQuery = (photoId: number, size: Size) =>
  dataQuery(
    ["photos", "of borrowers", photoId, size],
    (context) => call("GET Order/GetPhoto/{photoId}/{size}", { params: { photoId, size } }, context),
    { staleTime: Number.POSITIVE_INFINITY },
  );

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
                title={t("View larger")}
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

export function PhotoPicture({ photoId, size, words }: { photoId: number; size: Size; words: string }) {
  const { t } = useLanguage();
  return (
    <Fetched
      query={useQuery(borrowerPhotoQuery(photoId, size))}
      what={t("photo")}
      skeleton={<Skeleton height={size === "small" ? "6rem" : "20rem"} />}
    >
      {({ picture }) => <img src={picture} alt={words} className={styles[size]} />}
    </Fetched>
  );
}

/** Lists the types, because image/* doesn't make phones offer the camera and convert HEIC to JPEG. */
export const pictureTypes = "image/jpeg,image/png,image/webp";

export function LoanPhotos({ loanId, name }: { loanId: number; name: string }) {
  const client = useQueryClient();
  const add = useSentFile<void>(async (upload, options) => {
    const params = { orderInventoryItemId: loanId };
    await call("POST Returns/AddPhoto/{orderInventoryItemId}", { params, upload }, options);
    await client.invalidateQueries({ queryKey: photosQuery(loanId).queryKey });
  });
  return (
    <Fetched query={useQuery(photosQuery(loanId))} what="photos" skeleton={<Skeleton height="8rem" />}>
      {(photos) => (
        <Stack>
          {photos.length > 0 && (
            <ul className={styles.loanPhotos} aria-label={`Photos of ${name}`}>
              {photos.map((photo, index) => (
                <Photo key={photo.photoId} photo={photo} loanId={loanId} words={`Photo ${index + 1} of ${name}`} />
              ))}
            </ul>
          )}
          {photos.length < maxPhotos ? (
            <FileField
              id={`photo-${loanId}`}
              label={`Photo of ${name}`}
              hint="Take one with your phone, or choose a JPEG, PNG, or WebP. Only staff can see it."
              accept={pictureTypes}
              objection={pictureObjection}
              send={add}
            />
          ) : (
            <p>Up to {maxPhotos} photos per copy. Remove one to add another.</p>
          )}
        </Stack>
      )}
    </Fetched>
  );
}

function Photo({ photo, loanId, words }: { photo: LoanPhoto; loanId: number; words: string }) {
  const client = useQueryClient();
  const { photoId, takenAt, takenByName } = photo;
  return (
    <li className={styles.loanPhoto}>
      <Fetched query={useQuery(photoQuery(photoId))} what="photo" skeleton={<Skeleton height="12rem" />}>
        {({ picture }) => <img src={picture} alt={words} className={styles.picture} />}
      </Fetched>
      <p>
        <DateText value={takenAt} />, {takenByName}
      </p>
      <ActionButton
        size="small"
        icon={<Trash size={16} />}
        aria-label={`Remove ${words}`}
        ask={{ question: "Permanently remove this photo?", confirmLabel: "Remove photo", danger: true }}
        action={() => call("POST Returns/RemovePhoto/{id}", { params: { id: photoId } })}
        done="Photo removed."
        after={() => client.invalidateQueries({ queryKey: photosQuery(loanId).queryKey })}
      >
        Remove
      </ActionButton>
    </li>
  );
}

const photosQuery = (orderInventoryItemId: number) =>
  dataQuery(["photos", "of", orderInventoryItemId], (context) =>
    call("GET Returns/GetPhotos/{orderInventoryItemId}", { params: { orderInventoryItemId } }, context),
  );

/** Never goes stale, because photos don't change. */
const photoQuery = (id: number) =>
  dataQuery(["photos", "one", id], (context) => call("GET Returns/GetPhoto/{id}", { params: { id } }, context), {
    staleTime: Number.POSITIVE_INFINITY,
  });

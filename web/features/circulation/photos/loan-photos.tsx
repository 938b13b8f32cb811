import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type LoanPhoto, mostPhotos } from "#contract/desk/returns.ts";
import { pictureObjection, useSentFile } from "#web/lib/files/uploads.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { FileField } from "#web/ui/forms/file/file-field.tsx";
import { Trash } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import styles from "./loan-photos.module.css";
import { call } from "#web/lib/call.ts";

/** What a phone's camera and its gallery offer. */
const kinds = "image/jpeg,image/png,image/webp";

/** The photos of a copy on an order: taken or chosen, shown, and removed. `name` is the copy's. */
export function LoanPhotos({ loanId, name }: { loanId: number; name: string }) {
  const add = useAddPhoto(loanId);
  return (
    <Fetched query={useQuery(photosQuery(loanId))} what="photos" skeleton={<Skeleton height="8rem" />}>
      {(photos) => (
        <Stack>
          {photos.length > 0 && (
            <ul className={styles.photos} aria-label={`Photos of ${name}`}>
              {photos.map((photo, index) => (
                <Photo key={photo.photoId} photo={photo} loanId={loanId} words={`Photo ${index + 1} of ${name}`} />
              ))}
            </ul>
          )}
          {photos.length < mostPhotos ? (
            <FileField
              id={`photo-${loanId}`}
              label={`Photo of ${name}`}
              hint="Take one with your phone, or choose a JPEG, PNG, or WebP. Only staff see it."
              accept={kinds}
              objection={pictureObjection}
              send={add}
            />
          ) : (
            <p>{mostPhotos} photos are the most. Remove one to add another.</p>
          )}
        </Stack>
      )}
    </Fetched>
  );
}

function Photo({ photo, loanId, words }: { photo: LoanPhoto; loanId: number; words: string }) {
  const { mutate, isPending } = useRemovePhoto(loanId);
  const confirm = useConfirm();
  const remove = async () => {
    const question = "Remove this photo for good?";
    if (await confirm({ question, confirmLabel: "Remove photo", danger: true })) mutate(photo.photoId);
  };
  return (
    <li className={styles.photo}>
      <Fetched query={useQuery(photoQuery(photo.photoId))} what="photo" skeleton={<Skeleton height="12rem" />}>
        {(picture) => <img src={picture} alt={words} className={styles.picture} />}
      </Fetched>
      <p>
        <DateText value={photo.takenAt} />, {photo.takenByName}
      </p>
      <Button
        size="small"
        look="quiet"
        icon={<Trash size={16} />}
        busy={isPending}
        aria-label={`Remove ${words}`}
        onClick={() => void remove()}
      >
        Remove
      </Button>
    </li>
  );
}

function photosQuery(loanId: number) {
  return queryOptions({
    queryKey: ["photos", "of", loanId],
    queryFn: async ({ signal }) => {
      const params = { orderInventoryItemId: loanId };
      return (await call("GET Returns/GetPhotos/{orderInventoryItemId}", { params }, { signal })).data;
    },
  });
}

/** A photo never changes. */
function photoQuery(id: number) {
  return queryOptions({
    queryKey: ["photos", "one", id],
    queryFn: async ({ signal }) =>
      (await call("GET Returns/GetPhoto/{id}", { params: { id } }, { signal })).data.picture,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sends a photo; the caller shows refusals. */
function useAddPhoto(loanId: number) {
  const client = useQueryClient();
  return useSentFile<void>(async (upload, options) => {
    const params = { orderInventoryItemId: loanId };
    await call("POST Returns/AddPhoto/{orderInventoryItemId}", { params, upload }, options);
    await client.invalidateQueries({ queryKey: photosQuery(loanId).queryKey });
  });
}

function useRemovePhoto(loanId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST Returns/RemovePhoto/{id}", { params: { id } }),
    meta: { done: "Photo removed." },
    onSettled: () => client.invalidateQueries({ queryKey: photosQuery(loanId).queryKey }),
  });
}

import type { Tx } from '../../../server/db.ts'

/*
 * What staff give away is measured by its dearest price of the last day (`dearest_price`): a price of a moment decides
 * nothing, nor does one that nobody has seen.
 */

/** Records a price that something no longer has; while it is not shown the day of the new one does not begin. */
export async function recordFormerPrice(
  tx: Tx,
  subjectId: string,
  former: { price: number; isShown: boolean; by: string },
): Promise<void> {
  await tx`
    insert into former_prices (subject_id, price, changed_by, until)
    values (${subjectId}, ${former.price}, ${former.by}, case when ${former.isShown} then moment() else 'infinity' end)`
}

/**
 * Records what a copy or a new version is made of cost at its dearest, and of a version who published it first, and when:
 * that is its publication as well.
 */
export async function inheritPrice(
  tx: Tx,
  subjectId: string,
  from: { id: string; price: number; isShown: boolean; isVersion: boolean; by: string },
): Promise<void> {
  await tx`
    insert into former_prices (subject_id, price, changed_by, until)
    values (${subjectId}, dearest_price(${from.id}, ${from.price}), ${from.by},
      case when ${from.isShown} then moment() else 'infinity' end)`
  if (!from.isVersion) return
  await tx`
    insert into former_prices (subject_id, changed_by, until)
    select ${subjectId}, changed_by, until from former_prices where subject_id = ${from.id} and price is null`
}

/** Begins the day of a price that is shown from now on; of the first one of a class, by whom that was published. */
export async function showPrice(tx: Tx, subjectId: string, publisherId: string | null): Promise<void> {
  if (publisherId !== null)
    await tx`insert into former_prices (subject_id, changed_by) values (${subjectId}, ${publisherId})`
  await tx`update former_prices set until = moment() where subject_id = ${subjectId} and until = 'infinity'`
}

/** Stops the day of a price that is not shown any more before it is over. */
export async function hidePrice(tx: Tx, subjectId: string): Promise<void> {
  await tx`
    update former_prices set until = 'infinity'
    where subject_id = ${subjectId} and until > moment() - interval '1 day'`
}

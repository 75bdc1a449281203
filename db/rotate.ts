import type { Pool } from '../server/db.ts'
import { OperatorError } from '../server/environment.ts'
import type { Secrets } from '../server/secrets.ts'

/** Every sealed column, and what identifies the row that its values are bound to. */
export const sealedPlaces: Readonly<Record<string, string>> = {
  'accounts.mobile_sealed': 'id',
  'students.card_sealed': 'account_id',
  'corrections.before_card_sealed': 'id',
  'corrections.after_card_sealed': 'id',
  'import_rows.mobile_sealed': "import_id || '/' || row_no",
  'import_rows.card_sealed': "import_id || '/' || row_no",
  'import_rows.cells_sealed': "import_id || '/' || row_no",
  'faces.template_sealed': 'account_id',
  'face_pictures.picture_sealed': 'account_id',
  'capture_pictures.picture_sealed': 'capture_id',
  'capture_pictures.raster_sealed': 'capture_id',
  'images.picture_sealed': 'key',
  'second_factors.secret_sealed': 'account_id',
  'list_views.filter_sealed': 'id',
  'partners.key_sealed': 'id',
  'merchants.private_key_sealed': 'id',
  'merchants.platform_key_sealed': 'id',
  'merchants.api_v3_key_sealed': 'id',
  'merchants.proposed_keys_sealed': 'id',
  'wechat_apps.secret_sealed': 'id',
  'wechat_apps.event_token_sealed': 'id',
  'wechat_apps.event_key_sealed': 'id',
  'wechat_scenes.nickname_sealed': 'id',
  'wechat_bindings.nickname_sealed': 'account_id',
  'data_exports.content_sealed': 'id',
  'account_closings.kept_sealed': 'id',
  'batches.input_sealed': 'id',
  'list_exports.filter_sealed': 'id',
  'list_exports.key_sealed': 'id',
  'invoice_files.content_sealed': "invoice_id || '/' || format",
  'invoice_providers.app_secret_sealed': 'project_id',
  'invoice_providers.token_sealed': 'project_id',
  'invoice_uploads.content_sealed': 'id',
  'message_deliveries.mobile_sealed': 'coalesce(account_id, id)',
  'message_deliveries.params_sealed': 'id',
  'message_mails.address_sealed': 'account_id',
  'certificate_keys.private_key_sealed': 'no',
  'push_receivers.secret_sealed': 'project_id',
  'sign_up_files.content_sealed': 'id',
}

/** Name that the values of a sealed column are bound to beside their row. */
export const placeOf = (name: string) =>
  // A number goes from the account to the message as it is.
  name === 'message_deliveries.mobile_sealed' ? 'accounts.mobile' : name.replace(/_sealed$/, '')

/** Columns named as sealed that the list above lacks, or that are not there; both empty in a sound product. */
export async function unknownPlaces(db: Pool): Promise<string[]> {
  const rows = await db`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_sealed' order by 1`
  const there = rows.map((row) => row.name as string)
  const listed = Object.keys(sealedPlaces)
  return [
    ...there.filter((name) => !listed.includes(name)),
    ...listed.filter((name) => !there.includes(name)),
  ]
}

async function resealSome(db: Pool, secrets: Secrets, name: string, limit: number): Promise<number> {
  const [table, column] = name.split('.') as [string, string]
  const place = placeOf(name)
  const head = secrets.sealedNow()
  return db.begin(async (tx) => {
    const rows = await tx<{ at: string; row: string; sealed: Buffer }[]>`
      select ctid::text as at, (${tx.unsafe(sealedPlaces[name]!)})::text as row, ${tx(column)} as sealed from ${tx(table)}
      where ${tx(column)} is not null and substring(${tx(column)} from 1 for ${head.length}) <> ${head}
      limit ${limit} for no key update`
    if (rows.length === 0) return 0
    const fresh = rows.map(({ row, sealed }) =>
      secrets.seal(place, row, secrets.open(place, row, sealed)).toString('hex'),
    )
    await tx`
      update ${tx(table)} t set ${tx(column)} = decode(n.sealed, 'hex')
      from unnest(${rows.map((row) => row.at)}::text[], ${fresh}::text[]) n (at, sealed)
      where t.ctid = n.at::tid`
    return rows.length
  })
}

/**
 * Seals every sealed value under the newest key, some rows at a time while the product runs; a broken run is simply
 * run again. Returns how many values were sealed again.
 */
export async function reseal(db: Pool, secrets: Secrets, limit = 500): Promise<number> {
  const unknown = await unknownPlaces(db)
  if (unknown.length > 0) throw new OperatorError(`Nobody knows how ${unknown.join(', ')} is sealed.`)
  let total = 0
  for (const name of Object.keys(sealedPlaces)) {
    // Pictures and files are large: a few of them fill as much memory as many numbers.
    const batch = /\.(picture|content)_sealed$/.test(name) ? Math.min(limit, 8) : limit
    for (let some = -1; some !== 0; total += some) some = await resealSome(db, secrets, name, batch)
  }
  return total
}

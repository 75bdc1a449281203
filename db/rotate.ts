import type { Pool } from '../server/db.ts'
import { OperatorError } from '../server/environment.ts'
import type { Secrets } from '../server/secrets.ts'

/** Every sealed column, and the place its values are bound to. */
export const sealedPlaces: Readonly<Record<string, string>> = {
  'accounts.mobile_sealed': 'accounts.mobile',
  'students.card_sealed': 'students.card',
  'corrections.before_card_sealed': 'corrections.card',
  'corrections.after_card_sealed': 'corrections.card',
  // Numbers of a staged learner move into the account and the profile as they are.
  'import_rows.mobile_sealed': 'accounts.mobile',
  'import_rows.card_sealed': 'students.card',
  'import_rows.cells_sealed': 'import_rows.cells',
  'faces.template_sealed': 'faces.template',
  'face_pictures.picture_sealed': 'face_pictures.picture',
  'images.picture_sealed': 'images.picture',
  'second_factors.secret_sealed': 'second_factors.secret',
  'partners.key_sealed': 'partners.key',
  'wechat_apps.secret_sealed': 'wechat_apps.secret',
  'wechat_apps.event_token_sealed': 'wechat_apps.event_token',
  'wechat_apps.event_key_sealed': 'wechat_apps.event_key',
  // A nickname moves from a scene to the binding as it is.
  'wechat_scenes.nickname_sealed': 'wechat.nickname',
  'wechat_bindings.nickname_sealed': 'wechat.nickname',
}

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
  const place = sealedPlaces[name]!
  const head = secrets.sealedNow()
  return db.begin(async (tx) => {
    const rows = await tx<{ at: string; sealed: Buffer }[]>`
      select ctid::text as at, ${tx(column)} as sealed from ${tx(table)}
      where ${tx(column)} is not null and substring(${tx(column)} from 1 for ${head.length}) <> ${head}
      limit ${limit} for no key update`
    if (rows.length === 0) return 0
    const fresh = rows.map(({ sealed }) => secrets.seal(place, secrets.open(place, sealed)).toString('hex'))
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
    // Pictures are large: a few of them fill as much memory as many numbers.
    const batch = name.endsWith('.picture_sealed') ? Math.min(limit, 8) : limit
    for (let some = -1; some !== 0; total += some) some = await resealSome(db, secrets, name, batch)
  }
  return total
}

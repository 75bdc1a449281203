import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent, type EditedNoun } from '../../../server/revision.ts'
import { inScope, type ProjectScope, type ProjectSession } from '../../../server/session.ts'
import { detailPath } from '../../class/rules.ts'
import { publishPictures } from '../../file/server/actions.ts'
import { picturePath } from '../../file/rules.ts'
import {
  Banner,
  type bannerCalls,
  type BannerFields,
  bannerPlaces,
  bannerRefusals,
  type BannerSlot,
  isBannerAddress,
  mostBanners,
  screensOf,
  type ShownBanner,
} from '../contract.ts'

/** Fields of a banner that an edit may have changed. */
export const bannerEdits: EditedNoun = {
  subjectKind: 'banner',
  fields: {
    title: { zh: '标题', en: 'Title' },
    titleEn: { zh: '英文标题', en: 'English title' },
    showTitle: { zh: '在图片上显示标题', en: 'Title on the picture' },
    pcKey: { zh: '电脑图片', en: 'Desktop picture', as: 'long' },
    phoneKey: { zh: '手机图片', en: 'Phone picture', as: 'long' },
    classId: { zh: '班级', en: 'Class', as: 'long' },
    address: { zh: '链接', en: 'Link' },
    places: { zh: '显示位置', en: 'Shown on', as: 'long' },
    showPc: { zh: '电脑显示', en: 'On desktop' },
    showPhone: { zh: '手机显示', en: 'On phone' },
    startsAt: { zh: '开始时间', en: 'Starts', as: 'moment' },
    endsAt: { zh: '结束时间', en: 'Ends', as: 'moment' },
  },
}

/** Banners by a condition on `b`, in their order. */
async function list(db: Db, condition: Fragment): Promise<Banner[]> {
  const rows = await db`
    select b.id, b.revision, b.title, b.title_en, b.show_title, b.pc_key, b.phone_key, b.class_id, b.address, b.places, b.show_pc,
      b.show_phone, b.starts_at, b.ends_at, c.name as class_name, (
        select o.id from train_classes o where o.root_id = c.root_id and o.status = 'on_shelf'
        order by o.version desc limit 1) as open_class_id,
      case when not (b.show_pc or b.show_phone) then 'off' when b.starts_at > moment() then 'scheduled'
        when b.ends_at <= moment() then 'ended' else 'shown' end as state
    from banners b left join train_classes c on c.id = b.class_id
    where ${condition} order by b.sort`
  return rowsOf(Banner, rows)
}

/** The banners of a project, in their order. */
export const listBanners = (db: Db, scope: ProjectScope) =>
  list(db, inScope(db, scope, { project: 'b.project_id' }))

/** Banners that a page of the portal shows now. */
export async function findShown(
  db: Db,
  projectId: string,
  place: (typeof bannerPlaces)[number],
): Promise<ShownBanner[]> {
  const banners = await list(db, db`b.project_id = ${projectId} and ${place} = any(b.places)`)
  return banners
    .filter(({ state }) => state === 'shown')
    .map(({ id, title, titleEn, showTitle, ...banner }) => ({
      id,
      title,
      titleEn: titleEn || title,
      showTitle,
      pcPath: picturePath(banner.showPc ? banner.pcKey : null),
      phonePath: picturePath(banner.showPhone ? banner.phoneKey : null),
      href: banner.address ?? (banner.openClassId && detailPath(banner.openClassId)),
    }))
}

/** The pictures with which the front page begins: of each slot its first banner's. */
export async function findFirstPictures(
  db: Db,
  projectId: string,
): Promise<{ address: string; media: string }[]> {
  const shown = await findShown(db, projectId, 'home')
  return (['pc', 'phone'] as const).flatMap((slot) => {
    const first = shown.find((banner) => banner[`${slot}Path`] !== null)
    return first ? [{ address: first[`${slot}Path`]!, media: screensOf[slot] }] : []
  })
}

/** Locks the banners of a project, so that one change at a time is made to their order, and gives them. */
async function lockBanners(tx: Tx, scope: ProjectScope): Promise<Banner[]> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`banners ${scope.projectId}`}, 0))`
  return listBanners(tx, scope)
}

const findIn = (banners: readonly Banner[], id: string) =>
  banners.find((banner) => banner.id === id) ?? refuse(commonRefusals.notFound)

/** The fields of a banner alone, moments as the database gives them. */
const fieldsOf = ({ startsAt, endsAt, ...given }: BannerFields): BannerFields => ({
  title: given.title,
  titleEn: given.titleEn,
  showTitle: given.showTitle,
  pcKey: given.pcKey,
  phoneKey: given.phoneKey,
  classId: given.classId,
  address: given.address,
  showPc: given.showPc,
  showPhone: given.showPhone,
  places: bannerPlaces.filter((place) => given.places.includes(place)),
  startsAt: startsAt && new Date(startsAt).toISOString(),
  endsAt: endsAt && new Date(endsAt).toISOString(),
})

const isSame = (one: BannerFields, other: BannerFields) =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))

/** Refuses (422) a slot that is to show what it has no picture for. */
function assertPicture(fields: BannerFields, slot: BannerSlot, field: string): void {
  const [isShown, key] = slot === 'pc' ? [fields.showPc, fields.pcKey] : [fields.showPhone, fields.phoneKey]
  if (isShown && key === null)
    throw badInput(field, { zh: '显示前请先上传图片', en: 'needs a picture before it is shown' })
}

/** Refuses (422) what leads nowhere it may, never ends, or shows what the project does not have. */
async function check(tx: Tx, session: ProjectSession, fields: BannerFields): Promise<void> {
  const { classId, address, startsAt, endsAt } = fields
  if (classId !== null && address !== null)
    throw badInput('address', { zh: '不能与班级同时填写', en: 'cannot be combined with a class' })
  if (address !== null && !isBannerAddress(address)) {
    throw badInput('address', {
      zh: '应为以 / 开头的本站路径，或以 https:// 开头的网址',
      en: 'must be a path of this portal, starting with /, or an https:// address',
    })
  }
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw badInput('endsAt', { zh: '应晚于开始时间', en: 'must be after the start' })
  assertPicture(fields, 'pc', 'pcKey')
  assertPicture(fields, 'phone', 'phoneKey')
  if (classId !== null) {
    const [known] = await tx`
      select from train_classes c where c.id = ${classId} and c.status <> 'deleted'
        and ${inScope(tx, session.scope, { project: 'c.project_id' })}`
    if (!known) throw badInput('classId', { zh: '没有找到这个班级', en: 'is no class of this project' })
  }
  await publishPictures(tx, session, { html: '', key: fields.pcKey, field: 'pcKey' })
  await publishPictures(tx, session, { html: '', key: fields.phoneKey, field: 'phoneKey' })
}

/** Writes an edit that was allowed; one that changes nothing leaves no trace. */
async function write(tx: Tx, session: ProjectSession, before: Banner, fields: BannerFields): Promise<void> {
  if (isSame(before, fields)) return
  const { id } = before
  await tx`update banners set ${tx({ ...fields })}, revision = revision + 1 where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'banner.change',
    subjectKind: 'banner',
    subjectId: id,
    before: { ...fieldsOf(before), revision: before.revision },
    after: { ...fields, revision: before.revision + 1 },
  })
}

/**
 * Adds a banner behind the others, or changes one as it was read at a revision (409 for an older one); returns its id.
 * Sent again with its key, a request saves the banner that it added.
 */
export async function saveBanner(
  tx: Tx,
  session: ProjectSession,
  { id: given, revision, requestKey, ...input }: InputOf<typeof bannerCalls.save>,
): Promise<string> {
  const banners = await lockBanners(tx, session.scope)
  const fields = fieldsOf(input)
  const [added] = await tx<{ id: string }[]>`
    select id from banners where project_id = ${session.projectId} and request_key = ${requestKey ?? null}`
  const before = (given ?? added?.id) ? findIn(banners, (given ?? added?.id)!) : null
  // One that this request added is as it was added, unless a colleague has changed it since.
  if (before && (given || !isSame(before, fields)))
    await assertCurrent(tx, bannerEdits, { ...before, name: nameOf(before) }, given ? revision : 1)
  if (!before && banners.length >= mostBanners) refuse(bannerRefusals.full)
  await check(tx, session, fields)
  if (before) {
    await write(tx, session, before, fields)
    return before.id
  }
  const { projectId } = session
  const [made] = await tx<{ id: string }[]>`
    insert into banners ${tx({ ...fields, projectId, requestKey: requestKey ?? null, sort: 0 })} returning id`
  const { id } = made!
  await place(tx, [...banners.map((banner) => banner.id), id])
  await audit(tx, {
    by: session,
    action: 'banner.create',
    subjectKind: 'banner',
    subjectId: id,
    after: fields,
  })
  return id
}

const nameOf = ({ title, titleEn }: Banner) => ({ zh: title, en: titleEn || title })

/** Gives all banners of a project their places. */
const place = (tx: Tx, ids: readonly string[]) => tx`
  update banners b set sort = given.sort
  from unnest(${ids as string[]}::uuid[]) with ordinality as given (id, sort) where b.id = given.id`

/** Shows a banner in a slot, or does not; refuses (422) to show it without a picture. */
export async function enableShow(
  tx: Tx,
  session: ProjectSession,
  slot: BannerSlot,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<null> {
  const before = findIn(await lockBanners(tx, session.scope), id)
  const fields = { ...fieldsOf(before), [slot === 'pc' ? 'showPc' : 'showPhone']: enabled }
  assertPicture(fields, slot, 'enabled')
  await write(tx, session, before, fields)
  return null
}

/** Moves a banner behind another, or before all; of two moves at once both are made. */
export async function orderBanner(
  tx: Tx,
  session: ProjectSession,
  { id, after }: { id: string; after: string | null },
): Promise<null> {
  const ids = (await lockBanners(tx, session.scope)).map((banner) => banner.id)
  const others = ids.filter((other) => other !== id)
  if (others.length === ids.length || (after !== null && !others.includes(after)))
    refuse(commonRefusals.notFound)
  const to = after === null ? 0 : others.indexOf(after) + 1
  if (to === ids.indexOf(id)) return null
  await place(tx, others.toSpliced(to, 0, id))
  await audit(tx, {
    by: session,
    action: 'banner.order',
    subjectKind: 'banner',
    subjectId: id,
    before: { sort: ids.indexOf(id) + 1 },
    after: { sort: to + 1 },
  })
  return null
}

/** Deletes a banner; its pictures stay, as everything that was public. */
export async function deleteBanner(tx: Tx, session: ProjectSession, id: string): Promise<null> {
  const before = findIn(await lockBanners(tx, session.scope), id)
  await tx`delete from banners where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'banner.delete',
    subjectKind: 'banner',
    subjectId: id,
    before: fieldsOf(before),
  })
  return null
}

import { type Static, Type } from 'typebox'
import { call, Id, Moment, Name, Nothing, Nullable, OneOf, Text } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { Revision } from '../../contract/revision.ts'
import { PictureKey } from '../file/contract.ts'

/** Slots of a banner, the smallest and the largest size in pixels of each one's picture; the sides are its shape. */
export const bannerSlots = {
  pc: { least: { width: 1000, height: 300 }, most: { width: 2000, height: 600 } },
  phone: { least: { width: 600, height: 360 }, most: { width: 1200, height: 720 } },
} as const
export type BannerSlot = keyof typeof bannerSlots

/** Screens that show the pictures of a slot, as a media query. */
export const screensOf: Readonly<Record<BannerSlot, string>> = {
  pc: '(min-width: 768px)',
  phone: '(max-width: 767px)',
}

/** Pages that show banners: the portal's front page, and that of signing up for trainings and exams. */
export const bannerPlaces = ['home', 'signUp'] as const

/** Banners a project may have; those that are over count as well. */
export const mostBanners = 50

/** True for what a banner may lead to: a path of this portal, or a site that is read encrypted. */
export function isBannerAddress(address: string): boolean {
  if (/[\s\\]/.test(address)) return false
  if (address.startsWith('/')) return !address.split(/[?#]/)[0]!.includes('//')
  if (!/^https:\/\//i.test(address)) return false
  try {
    const { username, password } = new URL(address)
    return username === '' && password === ''
  } catch {
    return false
  }
}

export const bannerRefusals = refusals({
  full: {
    code: 409,
    zh: `最多 ${mostBanners} 张轮播图，请先删除不再使用的`,
    en: `A project has at most ${mostBanners} banners; delete those no longer in use`,
  },
})

const Key = Nullable(PictureKey)

const BannerFields = Type.Object({
  /** Describes the pictures in Chinese and in English; without the second the first is said in both. */
  title: Name(60),
  titleEn: Name(120, 0),
  /** True if the title is written over the pictures, which have no words of their own. */
  showTitle: Type.Boolean(),
  /** The pictures of the slots, by their keys. */
  pcKey: Key,
  phoneKey: Key,
  /** The target: a class, an address, or none. */
  classId: Nullable(Id),
  address: Nullable(Text(500)),
  places: Type.Array(OneOf(bannerPlaces), { minItems: 1, uniqueItems: true }),
  showPc: Type.Boolean(),
  showPhone: Type.Boolean(),
  /** The period in which it is shown, the end excluded; either end may be open. */
  startsAt: Nullable(Moment),
  endsAt: Nullable(Moment),
})
export type BannerFields = Static<typeof BannerFields>

export const Banner = Type.Object({
  ...BannerFields.properties,
  id: Id,
  revision: Revision,
  className: Nullable(Type.String()),
  /** The published version of the class, which is what visitors reach. */
  openClassId: Nullable(Id),
  state: OneOf(['off', 'scheduled', 'shown', 'ended']),
})
export type Banner = Static<typeof Banner>

/** A banner as visitors see it; null for the picture of a slot that does not show it. */
export const ShownBanner = Type.Object({
  id: Id,
  title: Type.String(),
  titleEn: Type.String(),
  showTitle: Type.Boolean(),
  pcPath: Nullable(Type.String()),
  phonePath: Nullable(Type.String()),
  href: Nullable(Type.String()),
})
export type ShownBanner = Static<typeof ShownBanner>

const manage = { allow: '/account-manage/banner-list', wholeProject: true } as const
const front = {
  allow: 'public',
  viewable: true,
  perMinute: 6000,
  /** A stranger’s project is that of the unit. */
  input: Type.Object({ unitId: Type.Optional(Type.String({ maxLength: 64 })) }),
  output: Type.Array(ShownBanner),
} as const
const Enable = Type.Object({ id: Id, enabled: Type.Boolean() })

export const bannerCalls = {
  query: call('/base/banner/query.action', {
    ...manage,
    input: Type.Object({}),
    output: Type.Array(Banner),
    summary: 'Banners of the project in their order, with what became of each',
  }),
  save: call('/base/banner/save.action', {
    ...manage,
    input: Type.Object({
      id: Type.Optional(Id),
      revision: Type.Optional(Revision),
      /** Makes one new banner: the same key saves the one that it made. */
      requestKey: Type.Optional(Text(64, 8)),
      ...BannerFields.properties,
    }),
    output: Type.Object({ id: Id }),
    summary: 'Adds a banner behind the others, or changes one',
  }),
  enableShowPc: call('/base/banner/enable-show-pc.action', {
    ...manage,
    input: Enable,
    output: Nothing,
    summary: 'Shows a banner on desktops, or does not',
  }),
  enableShowMobile: call('/base/banner/enable-show-mobile.action', {
    ...manage,
    input: Enable,
    output: Nothing,
    summary: 'Shows a banner on phones, or does not',
  }),
  order: call('/base/banner/order.action', {
    ...manage,
    input: Type.Object({ id: Id, after: Nullable(Id) }),
    output: Nothing,
    summary: 'Moves a banner behind another, or before all',
  }),
  delete: call('/base/banner/delete.action', {
    ...manage,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a banner',
  }),
  findPcFrontList: call('/base/banner/find-pc-front-list.action', {
    ...front,
    summary: 'Banners that the portal’s front page shows now',
  }),
  findCmsFrontList: call('/base/banner/find-cms-front-list.action', {
    ...front,
    summary: 'Banners that the page of sign-ups shows now',
  }),
}

import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Named, Nullable, OneOf, Year } from '../../contract/call.ts'
import { Paging } from '../../contract/paging.ts'
import { Mismatch } from '../class/audience/contract.ts'
import { EnrolmentStatus } from '../enrolment/contract.ts'
import { unitObstacles } from '../unit/trainType/contract.ts'

/**
 * Orders of a catalogue: what suits the learner who reads first, as the managers sorted it, newest, cheapest, or most hours
 * first. The first is by pages alone, and for anyone else the second.
 */
export const classOrders = ['recommended', 'sorted', 'newest', 'cheapest', 'hours'] as const
export type ClassOrder = (typeof classOrders)[number]

/** The reader's status in a class of the catalogue. */
export const Joined = Type.Object({
  enrolmentId: Type.String(),
  status: EnrolmentStatus,
  /** Basis points. */
  progress: Type.Integer(),
  /** It cannot be studied until it is resumed. */
  suspended: Type.Boolean(),
  /** A refund of it is being processed, which is why it is suspended. */
  refunding: Type.Boolean(),
})

/** A published class. */
export const CatalogueClass = Named('CatalogueClass', {
  id: Type.String(),
  name: Type.String(),
  classType: Type.String(),
  categoryId: Type.String(),
  categoryName: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  /** Hours of it that the reader holds already from other classes of the year, in tenths; they count once. */
  heldTenths: Type.Integer(),
  /** The reader's price, by the terms of a learner’s unit. */
  price: Type.Integer(),
  originalPrice: Type.Integer(),
  /** The reason the terms of the reader’s unit prevent joining; null for a stranger. */
  unitObstacle: Nullable(OneOf(unitObstacles)),
  /** It costs less by the terms of the unit the learner named, once it is confirmed that they belong to it. */
  awaitsUnit: Type.Boolean(),
  coverKey: Nullable(Type.String()),
  /** Places left; null without a limit. */
  placesLeft: Nullable(Type.Integer()),
  /** Places held for what is not paid yet; they may become free again. */
  placesHeld: Type.Integer(),
  signUpFrom: Nullable(Type.String()),
  signUpTo: Nullable(Type.String()),
  studyTo: Nullable(Type.String()),
  validDays: Nullable(Type.Integer()),
  needReview: Type.Boolean(),
  /** Personnel categories it is meant for; everybody when empty. */
  personnelCategories: Type.Array(Type.String()),
  /** Codes of the regions it is meant for; everywhere when empty. */
  regions: Type.Array(Type.String()),
  /** The part of its audience that this learner is outside of, with the project's rule; null if it fits. */
  mismatch: Mismatch,
  /** Null for a stranger and for anyone who has not joined. */
  joined: Nullable(Joined),
})
export type CatalogueClass = Static<typeof CatalogueClass>

export const CatalogueFilters = {
  year: Type.Optional(Year),
  classType: Type.Optional(Type.String({ maxLength: 40 })),
  categoryId: Type.Optional(Id),
  keyword: Type.Optional(Keyword(60)),
  free: Type.Optional(Type.Boolean()),
  hoursFrom: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'tenths, included' })),
  hoursTo: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'tenths, excluded' })),
  /** Only classes that fit this personnel category. */
  personnelCategory: Type.Optional(Type.String({ maxLength: 40 })),
  /** Only classes that fit units of this region. */
  region: Type.Optional(Type.String({ maxLength: 40 })),
  /** Only classes that are meant for the learner who reads; without effect for others. */
  suitable: Type.Optional(Type.Boolean()),
  order: Type.Optional(OneOf(classOrders)),
}

/** A class as everyone may read it before joining. */
export const ClassDetail = Type.Object({
  ...CatalogueClass.properties,
  status: Type.String(),
  studyFrom: Nullable(Type.String()),
  /** Sanitised HTML. */
  introduction: Type.String(),
  refundable: Type.Boolean(),
  /** The part of the hours from required courses, and the hours of electives required to pass. */
  requiredHoursTenths: Type.Integer(),
  electiveMinTenths: Type.Integer(),
  sold: Type.Integer(),
  courses: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      teacherName: Type.String(),
      teacherIntroduction: Type.String(),
      hoursTenths: Type.Integer(),
      attribute: OneOf(['required', 'elective']),
      items: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          durationSeconds: Type.Number(),
          /** Address of the trial; null when the video is for those who joined. */
          trialUrl: Nullable(Type.String()),
        }),
      ),
    }),
  ),
  /** The exam that must be passed; null when study is enough. */
  exam: Nullable(
    Type.Object({
      minutes: Type.Integer(),
      total: Type.Number(),
      passScore: Type.Number(),
      attempts: Type.Integer(),
      makeUpAttempts: Type.Integer(),
      /** Basis points of study before it opens. */
      requiredProgress: Type.Integer(),
    }),
  ),
  /** The certificate's name; null when the class gives none. */
  certificateName: Nullable(Type.String()),
})
export type ClassDetail = Static<typeof ClassDetail>

export const catalogueCalls = {
  findClassList: call('/base/class-entity/cms/find-class-list.action', {
    allow: 'public',
    viewable: true,
    perMinute: 6000,
    offline: true,
    input: Paging({
      ...CatalogueFilters,
      /** Only these: what a visitor put aside. */
      ids: Type.Optional(Type.Array(Id, { maxItems: 50, uniqueItems: true })),
      /** Continue after this class instead of by page number. */
      after: Type.Optional(Id),
    }),
    output: Type.Object({
      /** Stops counting at 1,000. */
      total: Type.Integer(),
      list: Type.Array(CatalogueClass),
    }),
    summary: 'The catalogue: published classes, with the reader’s own status when signed in',
  }),
  getRecommendedClassList: call('/api/get-recommended-class-list.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/get-recommended-class-list'],
    offline: true,
    input: Type.Object({
      year: Type.Optional(Year),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 6 })),
    }),
    output: Type.Array(CatalogueClass),
    summary: 'Classes that fit the learner, can be joined now, and bring hours that are missing first',
  }),
  findClassDetail: call('/base/class-entity/find-class-detail.action', {
    allow: 'public',
    viewable: true,
    perMinute: 3000,
    offline: true,
    input: Type.Object({ id: Id }),
    output: ClassDetail,
    summary: 'One class as everyone may read it: courses, videos, teacher, price, dates, rules',
  }),
}

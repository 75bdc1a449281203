import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { audienceParts, Mismatch } from '../../class/audience/contract.ts'
import { unitObstacles } from '../../unit/trainType/contract.ts'

/** Reasons for which a class cannot be bought by this learner now. */
export const obstacles = [
  'off_shelf',
  'not_yet',
  'sign_up_over',
  'study_over',
  'full',
  'held',
  'joined',
  'applied',
  'other_applied',
  'ordered',
  'needs_review',
  'pay_over',
  ...audienceParts.map((part) => `refuse_${part}` as const),
  ...unitObstacles,
] as const

/** A class as it is offered to one learner at this moment; amounts in fen. */
export const Offer = Type.Object({
  classId: Type.String(),
  name: Type.String(),
  classType: Type.String(),
  categoryName: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  /** Part of the hours that the learner holds already from other classes of the year; they count once. */
  heldTenths: Type.Integer(),
  price: Type.Integer(),
  /** Discount by the terms of the learner’s unit, and what is left to pay. */
  discount: Type.Integer(),
  payable: Type.Integer(),
  /** It costs less by the terms of the unit the learner named, once it is confirmed that they belong to it. */
  awaitsUnit: Type.Boolean(),
  originalPrice: Type.Integer(),
  /** It is meant for others: the learner has to confirm that it is wanted, or cannot have it. */
  mismatch: Mismatch,
  obstacle: Nullable(OneOf(obstacles)),
})
export type Offer = Static<typeof Offer>

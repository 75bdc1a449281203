import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'

/** Why a class cannot be bought by this learner now. */
export const obstacles = [
  'off_shelf',
  'not_yet',
  'sign_up_over',
  'study_over',
  'full',
  'joined',
  'ordered',
  'needs_review',
] as const
export type Obstacle = (typeof obstacles)[number]

/** A class as it is offered to one learner at this moment; amounts in fen. */
export const Offer = Type.Object({
  classId: Type.String(),
  name: Type.String(),
  classType: Type.String(),
  categoryName: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  price: Type.Integer(),
  originalPrice: Type.Integer(),
  obstacle: Nullable(OneOf(obstacles)),
})
export type Offer = Static<typeof Offer>

import { type Static, Type } from 'typebox'
import { BankSerial } from '../../../contract/bankSerial.ts'
import { Fen, FreeText, Id, Moment, Named, Nullable, OneOf } from '../../../contract/call.ts'
import { PictureKey } from '../../file/contract.ts'
import { voucherStatuses } from './rules.ts'

/** Transfer that came with an order's reference in its memo, or that pays it. */
const OrderReceipt = Type.Object({
  day: Type.String(),
  amount: Fen,
  /** Fen of it that the order has. */
  allocated: Fen,
  payerName: Type.String(),
  /** Bank's serial number; for the provider alone. */
  serialNo: Nullable(Type.String()),
})

/** Bank slip that the unit handed in. */
const Voucher = Named('Voucher', {
  status: OneOf(voucherStatuses),
  payerName: Type.String(),
  day: Type.String(),
  amount: Fen,
  serialNo: Nullable(Type.String()),
  /** Path of its picture, good until the next day. */
  proofPath: Nullable(Type.String()),
  /** Reason for which it was rejected. */
  decision: Nullable(Type.String()),
  submittedAt: Moment,
  submittedBy: Nullable(Type.String()),
})

/** Payment of a unit's order by bank transfer, as a list has it. */
export const transferHead = {
  /** Reference for the memo of a transfer. */
  reference: Type.String(),
  /** Fen of transfers that name it or pay it: what is missing and what is too much stay visible. */
  received: Fen,
  voucherStatus: Nullable(OneOf(voucherStatuses)),
  /** A second person has to approve that a transfer pays it. */
  transferPending: Type.Boolean(),
}

/** Payment of a unit's order by bank transfer, as its page has it besides. */
export const transferDetail = {
  /** Account to which a unit transfers the money; null where the portal has none. */
  bankAccount: Nullable(Type.Object({ name: Type.String(), bank: Type.String(), number: Type.String() })),
  voucher: Nullable(Voucher),
  receipts: Type.Array(OrderReceipt),
}

export const UnitTransfer = Type.Object({ ...transferHead, ...transferDetail })
export type UnitTransfer = Static<typeof UnitTransfer>

/** Bank slip as a unit hands it in. */
export const NewVoucher = Type.Object({
  orderId: Id,
  payerName: Type.String({ minLength: 2, maxLength: 60, normalized: 'name', isMasked: true }),
  day: Type.String({ format: 'date' }),
  amount: Type.Integer({ minimum: 1, maximum: 100_000_000_00 }),
  serialNo: Type.Optional(BankSerial),
  /** The key of a picture that /upload/upload-image took. */
  proof: PictureKey,
})
export type NewVoucher = Static<typeof NewVoucher>

/** Rejection of an order's bank slip, for a reason its unit reads. */
export const RejectedVoucher = Type.Object({ orderId: Id, reason: FreeText(200, 2) })

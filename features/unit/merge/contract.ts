import { type Static, Type } from 'typebox'
import { call, Id } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

export const mergeRefusals = refusals({
  sameUnit: {
    code: 422,
    zh: '请选择另一个单位作为合并后保留的单位',
    en: 'Select another unit to keep',
  },
  intoOwnBranch: {
    code: 409,
    zh: '“{to}”是“{from}”的下级，不能合并到下级；请先把它移出来，或反过来合并',
    en: '“{to}” is below “{from}” and cannot be merged into; move it out first, or merge in the other direction',
  },
  changedMeanwhile: {
    code: 409,
    zh: '“{from}”的人员或订单刚有变化，请核对最新数字后再合并',
    en: 'People or orders of “{from}” have just changed; check the new numbers and merge again',
  },
})

const Count = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

/** Numbers of what goes from one unit to another. */
export const MergeCounts = Type.Object({
  /** Learners. */
  people: Count,
  /** Roles of staff held for the unit. */
  managers: Count,
  orders: Count,
  /** Classes in which its learners have a place. */
  classes: Count,
  /** Units right below it. */
  children: Count,
})
export type MergeCounts = Static<typeof MergeCounts>

const Two = { fromId: Id, toId: Id }
const allow = '/unit-manage/list#merge'

export const mergeCalls = {
  getMergePreview: call('/base/unit-entity/get-merge-preview.action', {
    allow,
    wholeProject: true,
    input: Type.Object(Two),
    output: Type.Object({
      fromName: Type.String(),
      toName: Type.String(),
      counts: MergeCounts,
      /** Class types for which the terms of the one that goes are lost. */
      lostTerms: Type.Array(Type.String()),
      /** Names of the fields that the one that stays takes over because it has none. */
      filled: Type.Array(Type.String()),
    }),
    summary: 'What merging one unit into another would move, fill and lose',
  }),
  mergeUnit: call('/base/unit-entity/merge-unit.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      ...Two,
      /** As in the preview; when the numbers differ the merge is refused. */
      expected: MergeCounts,
    }),
    output: MergeCounts,
    summary: 'Moves all of one unit to another for good; links to the old one lead to the new',
  }),
}

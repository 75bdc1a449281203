import { Type } from 'typebox'
import { call, Id, Nullable } from '../../contract/call.ts'

/** A unit by its name, with the one above it to tell namesakes apart. */
export const UnitBase = Type.Object({
  id: Type.String(),
  name: Type.String(),
  parentName: Nullable(Type.String()),
})

export const unitCalls = {
  findUnitBase: call('/base/unit-entity/find-unit-base.action', {
    allow: [
      '/train-manage/study-report',
      '/customer/study-report',
      '/student-manage/student',
      '/account-manage/administrator-list',
      '/super-account/index',
    ],
    input: Type.Object({
      keyword: Type.Optional(Type.String({ maxLength: 40 })),
      /** One unit by its id, to name what is chosen. */
      unitId: Type.Optional(Id),
    }),
    output: Type.Array(UnitBase),
    summary: 'Up to 50 units the caller may see, found by a part of the name',
  }),
}

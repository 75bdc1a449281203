import { Type } from 'typebox'
import { call, Id, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { ImportProgress } from '../../import/contract.ts'
import { PayMode, unitClassMenu } from '../../unitClass/contract.ts'

export const batchSheetCalls = {
  downloadImportExcel: call('/base/batch-import-order/download-import-excel.action', {
    allow: unitClassMenu,
    method: 'GET',
    reply: 'file',
    input: Type.Object({}),
    output: Nothing,
    summary: 'The template of a sheet of people to order',
  }),
  importStudentOrderList: call('/base/batch-import-order/import-student-order-list.action', {
    allow: `${unitClassMenu}#order`,
    body: 'multipart',
    perMinute: 60,
    input: Type.Object({
      unitClassId: Id,
      payMode: PayMode,
      /** Creates people nobody knows yet; their rows are refused by default. */
      createUnknown: Type.Optional(OneOf(['yes', 'no'])),
      /** Waits, checked, for a yes; where it is left out the good rows are ordered immediately. */
      preview: Type.Optional(OneOf(['yes', 'no'])),
    }),
    output: Type.Object({ importId: Id }),
    summary: 'Orders the people of a sheet: they join the roster, and one order has all who can have a place',
  }),
  initImportUnitClassOrder: call('/base/unit-class/init-import-unit-class-order.action', {
    allow: `${unitClassMenu}#order`,
    perMinute: 60,
    input: Type.Object({
      unitClassId: Id,
      payMode: PayMode,
      /** The sheet, as `/base/import/get-upload-token.action` announced it. */
      uploadId: Id,
      createUnknown: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ importId: Id }),
    summary:
      'Begins to check an uploaded sheet of people to order; ordered by /base/import/apply.action. The same upload gives the same import',
  }),
  queryImportUnitClassOrderProgress: call('/base/unit-class/query-import-unit-class-order-progress.action', {
    allow: unitClassMenu,
    input: Type.Object({
      /** The import; one's own last order by sheet where it is left out. */
      importId: Type.Optional(Id),
    }),
    output: Type.Object({
      ...ImportProgress.properties,
      /** The order it placed. */
      orderId: Nullable(Id),
      orderNo: Nullable(Type.String()),
    }),
    summary: 'How far an order by sheet is, and the order once it is placed; absent is 404',
  }),
  exportErrorExcel: call('/base/error-batch-import-order/export-error-excel.action', {
    allow: unitClassMenu,
    reply: 'file',
    input: Type.Object({ importId: Id }),
    output: Nothing,
    summary: 'The rows of an order by sheet that were not taken, with reasons',
  }),
}

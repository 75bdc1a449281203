import { Type } from 'typebox'
import { call, Id, OneOf } from '../../../contract/call.ts'
import { ImportProgress } from '../../import/contract.ts'

export const rosterMenu = '/student-manage/student#import'

const YesNo = Type.Optional(OneOf(['yes', 'no']))

export const rosterCalls = {
  importUnitStu: call('/student-manage/import-unit-stu.action', {
    allow: rosterMenu,
    body: 'multipart',
    perMinute: 60,
    input: Type.Object({
      /** The unit whose learners they become; the caller's own where it is left out. */
      unitId: Type.Optional(Id),
      /** True if learners of the unit that are there are overwritten from the file; false by default. */
      updateExisting: YesNo,
      /** True if it waits, checked, for a yes; where it is left out the good rows go in immediately. */
      preview: YesNo,
    }),
    output: Type.Object({ importId: Id }),
    summary: 'Imports a unit’s learners from a sheet; asked how far it is by get-import-student-progress',
  }),
  getImportStudentProgress: call('/student-manage/get-import-student-progress.action', {
    allow: rosterMenu,
    input: Type.Object({
      /** The import; one's own last roster where it is left out. */
      importId: Type.Optional(Id),
    }),
    output: ImportProgress,
    summary: 'How far an import of learners is; absent is 404',
  }),
}

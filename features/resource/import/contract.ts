import { Type } from 'typebox'
import { call, Id, Nothing, OneOf } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { ImportProgress, ImportRow } from '../../import/contract.ts'

const menu = '/resource-manage/video'

export const videoListCalls = {
  importVideoList: call('/base/resource/import-video-list.action', {
    allow: menu,
    wholeProject: true,
    body: 'multipart',
    perMinute: 60,
    input: Type.Object({
      /** Folder of the videos whose row names none; the library itself where it is left out. */
      categoryId: Type.Optional(Id),
      /** Waits, checked, for a yes; where it is left out the videos that have arrived are added immediately. */
      preview: Type.Optional(OneOf(['yes', 'no'])),
    }),
    output: Type.Object({ importId: Id }),
    summary:
      'Adds uploaded videos to the library by a sheet that names their files; rows without a file are refused',
  }),
  getImportVideoProcess: call('/base/resource/get-import-video-process.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      /** The import; one's own last list where it is left out. */
      importId: Type.Optional(Id),
    }),
    output: Type.Object({
      ...ImportProgress.properties,
      /** Rows that wait to be added, whose file has arrived. */
      arrived: Type.Integer(),
      /** Files of those whose has not. */
      missing: Type.Array(Type.String()),
      /** Arrived files of one's own that no row names. */
      extra: Type.Array(Type.Object({ uploadId: Id, name: Type.String() })),
    }),
    summary: 'How far a list of videos is, and which of its files have arrived; absent is 404',
  }),
  findList: call('/base/error-import-video/find-list.action', {
    allow: menu,
    wholeProject: true,
    input: Paging({ importId: Id }),
    output: PageOf(ImportRow),
    summary: 'Rows of a list of videos that were not taken, with reasons and what to do about them',
  }),
  exportErrorExcel: call('/base/error-import-video/export-error-excel.action', {
    allow: menu,
    wholeProject: true,
    method: 'GET',
    reply: 'file',
    input: Type.Object({ importId: Id }),
    output: Nothing,
    summary: 'Those rows as a sheet, which may be put right and imported again',
  }),
}

import { Type } from 'typebox'
import { call, Id, Nothing, OneOf } from '../../../contract/call.ts'
import { scoreMenu } from '../contract.ts'

export const scoreImportCalls = {
  importScores: call('/base/score/import.action', {
    allow: `${scoreMenu}#import`,
    wholeProject: true,
    body: 'multipart',
    perMinute: 60,
    input: Type.Object({
      signUpId: Id,
      /** Waits, checked, for a yes; where it is left out the good rows are entered immediately. */
      preview: Type.Optional(OneOf(['yes', 'no'])),
    }),
    output: Type.Object({ importId: Id }),
    summary: 'Enters the scores of a sheet for the subjects of a sign-up; a score on record stays as it is',
  }),
  downloadTemplate: call('/base/score/download-template.action', {
    allow: scoreMenu,
    method: 'GET',
    reply: 'file',
    input: Type.Object({}),
    output: Nothing,
    summary: 'The template of a sheet of scores',
  }),
  exportError: call('/base/score/export-error.action', {
    allow: scoreMenu,
    method: 'GET',
    reply: 'file',
    input: Type.Object({ importId: Id }),
    output: Nothing,
    summary: 'The rows of a sheet of scores that were not taken, with reasons',
  }),
}

import { Type } from 'typebox'
import { call } from '../../contract/call.ts'

export const printCalls = {
  unprintable: call('/print/unprintable.action', {
    allow: 'public',
    perMinute: 60,
    viewable: true,
    input: Type.Object({ text: Type.String({ maxLength: 1000 }) }),
    output: Type.Object({ letters: Type.String() }),
    summary: 'The letters of a text that no font of the printed documents has, each once',
  }),
}

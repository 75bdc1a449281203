import { type Static, Type } from 'typebox'
import { call } from '../../contract/call.ts'
import { ClassType } from '../project/contract.ts'

/** A class type with whether the portal shows it and how much is in it. */
export const ClassTypeConfig = Type.Object({
  ...ClassType.properties,
  open: Type.Boolean(),
  /** Classes that are not deleted. */
  classes: Type.Integer(),
})
export type ClassTypeConfig = Static<typeof ClassTypeConfig>

export const classTypeCalls = {
  openList: call('/base/system-class-type-config/open-list.action', {
    allow: 'public',
    viewable: true,
    input: Type.Object({}),
    output: Type.Array(ClassType),
    summary: 'Class types the portal shows, in its order',
  }),
  list: call('/base/system-class-type-config/list.action', {
    allow: 'signed-in',
    viewable: true,
    input: Type.Object({}),
    output: Type.Array(ClassTypeConfig),
    summary: 'Every class type, shown or not',
  }),
}

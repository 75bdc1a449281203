import { applicationCalls } from '../../features/signUp/application/contract.ts'
import { type FormField, signUpCalls, type SignUpFields } from '../../features/signUp/contract.ts'
import type { World } from '../harness.ts'
import { momentFromNow } from './days.ts'

/** Pages of sign-ups, for the role of who manages them. */
export const signUpMenus = [
  '/cms-manage/apply-manage',
  '/cms-manage/apply-exam-manage',
  '/cms-manage/cms-order-manage',
]

/** A field of a form: a short text unless it is another. */
export const aField = (key: string, changes: Partial<FormField> = {}): FormField => ({
  key,
  kind: 'text',
  label: `项目${key}`,
  hint: '',
  required: true,
  minLength: null,
  maxLength: null,
  choices: [],
  most: null,
  min: null,
  max: null,
  from: null,
  to: null,
  fileKinds: [],
  maxKilobytes: null,
  text: '',
  ...changes,
})

/** A sitting of a subject with one room. */
export const aSession = (seats: number, day = 30, room = '第一考场') => ({
  startsAt: momentFromNow(day),
  endsAt: momentFromNow(day + 0.1),
  rooms: [{ name: room, seats }],
})

/** Fields of a sign-up that is free and open to everybody now, with one field to fill in. */
export const aSignUpInput = (changes: Partial<SignUpFields> = {}): SignUpFields => ({
  kind: 'training',
  title: '师资培训',
  introduction: '<p>介绍</p>',
  opensAt: momentFromNow(-1),
  closesAt: momentFromNow(20),
  quota: null,
  fee: 0,
  personnelCategories: [],
  regions: [],
  unitIds: [],
  fields: [aField('post')],
  subjects: [],
  ...changes,
})

export interface BuiltSignUp {
  id: string
  formVersion: number
  subjectIds: string[]
}

/** A sign-up that is open, and whose first day in public is over. */
export async function aSignUp(
  world: World,
  token: string,
  changes: Partial<SignUpFields> = {},
): Promise<BuiltSignUp> {
  const { id, formVersion } = await world.ask(signUpCalls.save, aSignUpInput(changes), token)
  await world.ask(signUpCalls.updateStatus, { ids: [id], event: 'publish' }, token)
  await world.db`update sign_ups set published_at = moment() - interval '2 days' where id = ${id}`
  const { subjects } = await world.ask(signUpCalls.get, { id }, token)
  return { id, formVersion, subjectIds: subjects.map((subject) => subject.id!) }
}

/** Answers to a sign-up with one field, for all of its subjects. */
export const filled = ({ id: signUpId, formVersion, subjectIds }: BuiltSignUp, text = '教师') => ({
  signUpId,
  formVersion,
  answers: [{ key: 'post', text }],
  subjectIds,
})

/** An application of a learner; gives its id. */
export async function anApplication(world: World, token: string, signUp: BuiltSignUp): Promise<string> {
  return (await world.ask(applicationCalls.apply, filled(signUp), token)).id
}

import { type SignUpKind, signUpPages } from '../rules.ts'

const detail = {
  training: '/cms-manage/apply-detail',
  exam: '/cms-manage/apply-exam-detail',
} as const satisfies Record<SignUpKind, string>

/** Paths of the office's pages of a kind of sign-up. */
export const signUpOfficePaths = {
  list: (kind: SignUpKind) => signUpPages[kind],
  create: (kind: SignUpKind) => detail[kind],
  detail: (kind: SignUpKind, id: string) => `${detail[kind]}?id=${id}`,
}

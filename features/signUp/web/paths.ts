import { type SignUpKind, signUpPages } from '../rules.ts'

const detail = {
  training: '/cms-manage/apply-detail',
  exam: '/cms-manage/apply-exam-detail',
} as const satisfies Record<SignUpKind, string>

/** Paths of the office's pages of a kind of sign-up, and of the public page of all of them. */
export const signUpPaths = {
  list: (kind: SignUpKind) => signUpPages[kind],
  create: (kind: SignUpKind) => detail[kind],
  detail: (kind: SignUpKind, id: string) => `${detail[kind]}?id=${id}`,
  public: '/trainIndex',
  apply: (id: string) => `/trainIndex?apply=${id}`,
  mine: (id: string) => `/trainIndex?mine=${id}`,
}

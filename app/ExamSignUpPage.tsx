import { SignUpDetail } from './SignUpDetail.tsx'

/** /cms-manage/apply-exam-detail: one sign-up for an exam with its applicants; without an id a new one is written. */
export default function ExamSignUpPage() {
  return <SignUpDetail kind="exam" />
}

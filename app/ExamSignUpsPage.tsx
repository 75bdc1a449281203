import { SignUpOffice } from './SignUpOffice.tsx'

/** /cms-manage/apply-exam-manage: sign-ups for exams, and who applied. */
export default function ExamSignUpsPage() {
  return <SignUpOffice kind="exam" />
}

import { StudyClass } from './StudyClass.tsx'

/** Studying a class inside another portal's page: only the player and the contents. */
export default function DetailStudyPage() {
  return <StudyClass />
}

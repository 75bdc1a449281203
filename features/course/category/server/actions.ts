import { categoriesOf } from '../../../resource/category/server/actions.ts'

/** The folders of courses. */
export const courseCategories = categoriesOf({
  table: 'course_categories',
  members: 'courses',
  noun: 'course-category',
})

import { Category, categoryRefusals } from '../../../category/contract.ts'
import { categoriesOf } from '../../../category/server/actions.ts'

/** The folders of courses. */
export const courseCategories = categoriesOf({
  table: 'course_categories',
  members: 'courses',
  noun: 'course-category',
  row: Category,
  notEmpty: categoryRefusals.notEmpty,
})

import { Category, categoryRefusals } from '../../../category/contract.ts'
import { categoriesOf } from '../../../category/server/actions.ts'

/** The folders of the resource library. */
export const resourceCategories = categoriesOf({
  table: 'resource_categories',
  members: 'resources',
  noun: 'resource-category',
  row: Category,
  notEmpty: categoryRefusals.notEmpty,
})

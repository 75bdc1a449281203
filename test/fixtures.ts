import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './tasks.ts'

/** Cases that a file below test/fixtures describes. */
export const fixtures = <T>(name: string) =>
  parse(readFileSync(join(root, 'test/fixtures', `${name}.yaml`), 'utf8')) as T[]

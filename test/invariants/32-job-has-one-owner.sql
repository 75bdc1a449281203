-- (32) A running job was claimed and its claim ends some time; a job that does not run is claimed by nobody; progress
-- stays within the total.
select id, type, status, done, total, fence, tries, lease_until
from jobs
where (status = 'running') <> (lease_until is not null)
  or status = 'running' and (fence = 0 or tries = 0 or lease_until > moment() + interval '2 minutes')
  or status in ('succeeded', 'partly', 'failed') and fence = 0
  or done < 0 or done > total

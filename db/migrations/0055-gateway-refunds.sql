-- The demo's platform can refuse to refund as the true one does: by closing the request, or as abnormal.
alter table gateway_payments add column refund_fault text check (refund_fault in ('CLOSED', 'ABNORMAL'));
alter table gateway_refunds add column fault text check (fault in ('CLOSED', 'ABNORMAL'));

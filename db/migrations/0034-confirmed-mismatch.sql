-- What a learner confirmed stays with the line of the cart and of the order.
alter table cart_items add column accepts_mismatch boolean not null default false;
alter table order_items add column mismatch text check (mismatch in ('personnel', 'region', 'both'));

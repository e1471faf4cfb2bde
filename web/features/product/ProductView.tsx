import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import { WishlistHeart } from '#web/cart/WishlistHeart.tsx';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import { DemoButton } from '#web/catalogue/DemoButton.tsx';
import { getSharingImageUrl } from '#web/catalogue/image-sources.ts';
import { getProductPath } from '#web/catalogue/ProductCard.tsx';
import { ProductRow } from '#web/catalogue/ProductRow.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { ShareButton } from '#web/catalogue/ShareButton.tsx';
import { chooseDescription } from '#web/i18n/content-text.ts';
import { detectNameLanguage, formatRupees, getNameInScript } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { Availability } from './Availability.tsx';
import { EnquiryLinks } from './EnquiryLinks.tsx';
import { Gallery } from './Gallery.tsx';
import { ProductDelivery } from './ProductDelivery.tsx';
import { ProductDetails } from './ProductDetails.tsx';
import styles from './ProductView.module.css';
import { listBreadcrumbs, listProductImages, type ProductFields } from './product-fields.ts';
import { getMaxSelectableQuantity, QuantityField } from './QuantityField.tsx';
import { RecentlyViewed } from './RecentlyViewed.tsx';
import { ReturnPolicy } from './ReturnPolicy.tsx';
import { describeProduct } from './structured-data.ts';

/** A loaded product: images, price, actions, details, description and related products. */
export function ProductView({ product }: { product: ProductFields }) {
  const { t, language: pageLanguage } = useTranslation('product');
  const { t: tUi } = useTranslation('ui');
  const { name, author, pdf } = product;
  const description = chooseDescription(product, pageLanguage);
  const crumbs = listBreadcrumbs(product, pageLanguage);
  const language = product.language?.name;
  const [selectedQuantity, setSelectedQuantity] = useState(1);
  const maxSelectableQuantity = getMaxSelectableQuantity(product);
  // The stock may have shrunk since the shopper chose.
  const quantity = Math.min(selectedQuantity, maxSelectableQuantity);
  const images = listProductImages(product);
  const readableName = getNameInScript(pageLanguage, name, product.transliteratedName);
  const readableAuthor = author && getNameInScript(pageLanguage, author.name, product.transliteratedAuthor);
  const title = author === null ? name : `${name} – ${author.name}`;
  return (
    <div className="container page">
      <PageMeta
        title={title}
        description={
          description?.text ??
          (author === null
            ? t('descriptionNoAuthor', { name })
            : t('description', { name, author: author.name }))
        }
        canonical={getProductPath(product.sku)}
        image={images[0] === undefined ? undefined : getSharingImageUrl(images[0])}
        type="book"
        structuredData={describeProduct(product, tUi('home'), crumbs, description?.text)}
      />
      <Breadcrumbs crumbs={crumbs} />
      <div className={styles.product}>
        <Gallery name={name} language={language} images={images} />
        <div className={styles.info}>
          <div className={styles.heading}>
            <h1 lang={detectNameLanguage(name, language)}>{name}</h1>
            {readableName !== null && (
              <p className={styles.otherScript} lang={detectNameLanguage(readableName)}>
                {readableName}
              </p>
            )}
            {author !== null && (
              <p className={styles.author}>
                {t('by')}{' '}
                <Link
                  className="link"
                  to={getCollectionPath('author', author.name)}
                  lang={detectNameLanguage(author.name, language)}
                >
                  {author.name}
                </Link>
                {readableAuthor !== null && (
                  <span lang={detectNameLanguage(readableAuthor)}> ({readableAuthor})</span>
                )}
              </p>
            )}
          </div>
          <RupeePrice product={product} large />
          <Availability product={product} />
          {product.available && (
            <>
              <ProductDelivery productId={product.id} />
              <ReturnPolicy />
              <QuantityField value={quantity} max={maxSelectableQuantity} onChange={setSelectedQuantity} />
            </>
          )}
          <div className={styles.actions}>
            <div className={`bottom-bar ${styles.buying}`}>
              {/* Repeats the price beside the buttons that are fixed to the bottom of small screens. */}
              <span aria-hidden="true" className={styles.barPrice}>
                {formatRupees(product.price)}
              </span>
              <AddToCartButton product={product} flow="product" quantity={quantity} label={t('addToCart')} />
              <AddToCartButton
                product={product}
                flow="product"
                quantity={quantity}
                label={t('buyNow')}
                className={product.available ? 'button--solid' : ''}
              />
            </div>
            <div className={styles.secondaryActions}>
              {pdf !== null && <DemoButton name={name} pdfUrl={pdf} language={language} large />}
              <WishlistHeart product={product} />
              <ShareButton title={title} path={getProductPath(product.sku)} />
            </div>
            <p className={styles.withoutScripts}>{t('needsScripts')}</p>
            {pdf !== null && (
              <a className={`link ${styles.withoutScripts}`} href={pdf}>
                {t('demoLink')}
              </a>
            )}
          </div>
          <EnquiryLinks product={product} />
          <ProductDetails product={product} />
          {description !== null && (
            <section>
              <h2 className={styles.subtitle}>{t('about')}</h2>
              <p className={`prose ${styles.description}`} lang={description.lang}>
                {description.text}
              </p>
            </section>
          )}
        </div>
      </div>
      <ProductRow title={t('editions')} products={product.editions} />
      <ProductRow title={t('related')} products={product.related} />
      <RecentlyViewed id={product.id} />
    </div>
  );
}

interface Book {
  readonly isbn: string;
  /** Rupees as a decimal string, the format of ONIX's `PriceAmount`. */
  readonly mrp: string;
  /** The `Text` element of the description. */
  readonly description?: string;
}

const xhtmlDescription = '<Text textformat="05"><p>It was the <em>best</em> of times.</p></Text>';

/** An ONIX for Books 3.0 message with reference names: one book, and a request to delete another one. */
export function createOnixMessage({ isbn, mrp, description = xhtmlDescription }: Book): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">
  <Header><Sender><SenderName>Supplier</SenderName></Sender><SentDateTime>20261122</SentDateTime></Header>
  <Product>
    <RecordReference>example.1</RecordReference>
    <NotificationType>03</NotificationType>
    <ProductIdentifier><ProductIDType>01</ProductIDType><IDValue>X-1</IDValue></ProductIdentifier>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier>
    <DescriptiveDetail>
      <ProductForm>BC</ProductForm>
      <TitleDetail>
        <TitleType>01</TitleType>
        <TitleElement>
          <TitleElementLevel>01</TitleElementLevel>
          <TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Tale</TitleWithoutPrefix>
          <Subtitle>Of Two &amp; More</Subtitle>
        </TitleElement>
      </TitleDetail>
      <TitleDetail>
        <TitleType>03</TitleType>
        <TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>मूळ कथा</TitleText></TitleElement>
      </TitleDetail>
      <TitleDetail>
        <TitleType>01</TitleType>
        <TitleElement>
          <TitleElementLevel>01</TitleElementLevel><TitleText textscript="Deva">द टेल</TitleText>
        </TitleElement>
      </TitleDetail>
      <Contributor>
        <SequenceNumber>2</SequenceNumber><ContributorRole>A01</ContributorRole>
        <PersonNameInverted>Eliot, George</PersonNameInverted>
        <AlternativeName><NameType>05</NameType><PersonName>जॉर्ज एलियट</PersonName></AlternativeName>
      </Contributor>
      <Contributor>
        <SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole>
        <NamesBeforeKey>Charles</NamesBeforeKey><KeyNames>Dickens</KeyNames>
        <AlternativeName><NameType>05</NameType><PersonName>चार्ल्स डिकन्स</PersonName></AlternativeName>
      </Contributor>
      <Contributor>
        <SequenceNumber>3</SequenceNumber><ContributorRole>B06</ContributorRole><PersonName>A. Translator</PersonName>
      </Contributor>
      <EditionNumber>3</EditionNumber>
      <Language><LanguageRole>02</LanguageRole><LanguageCode>eng</LanguageCode></Language>
      <Language><LanguageRole>01</LanguageRole><LanguageCode>mar</LanguageCode></Language>
      <Subject><SubjectSchemeIdentifier>20</SubjectSchemeIdentifier><SubjectHeadingText>times</SubjectHeadingText></Subject>
      <Subject>
        <MainSubject/><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>FBC</SubjectCode>
        <SubjectHeadingText>Classics</SubjectHeadingText>
      </Subject>
      <Extent><ExtentType>09</ExtentType><ExtentValue>600</ExtentValue><ExtentUnit>05</ExtentUnit></Extent>
      <Extent><ExtentType>07</ExtentType><ExtentValue>320</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
      <Extent><ExtentType>00</ExtentType><ExtentValue>304</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
      <AudienceRange>
        <AudienceRangeQualifier>17</AudienceRangeQualifier>
        <AudienceRangePrecision>03</AudienceRangePrecision><AudienceRangeValue>8</AudienceRangeValue>
        <AudienceRangePrecision>04</AudienceRangePrecision><AudienceRangeValue>12</AudienceRangeValue>
      </AudienceRange>
    </DescriptiveDetail>
    <CollateralDetail>
      <TextContent>
        <TextType>03</TextType>
        ${description}
      </TextContent>
      <SupportingResource>
        <ResourceContentType>01</ResourceContentType>
        <ResourceVersion><ResourceLink>https://covers.example/1.jpg</ResourceLink></ResourceVersion>
      </SupportingResource>
    </CollateralDetail>
    <PublishingDetail>
      <Imprint><ImprintName>Classics</ImprintName></Imprint>
      <Publisher><PublishingRole>01</PublishingRole><PublisherName>Penguin</PublisherName></Publisher>
      <PublishingDate><PublishingDateRole>01</PublishingDateRole><Date>20260115</Date></PublishingDate>
      <PublishingDate><PublishingDateRole>11</PublishingDateRole><Date>1859</Date></PublishingDate>
    </PublishingDetail>
    <RelatedMaterial>
      <RelatedWork>
        <WorkRelationCode>01</WorkRelationCode>
        <WorkIdentifier><WorkIDType>01</WorkIDType><IDTypeName>Example</IDTypeName><IDValue>two-cities</IDValue></WorkIdentifier>
      </RelatedWork>
    </RelatedMaterial>
    <ProductSupply>
      <SupplyDetail>
        <ProductAvailability>21</ProductAvailability>
        <Stock><OnHand>5000</OnHand></Stock>
        <Price><PriceType>02</PriceType><PriceAmount>9.99</PriceAmount><CurrencyCode>GBP</CurrencyCode></Price>
        <Price><PriceType>02</PriceType><PriceAmount>${mrp}</PriceAmount><CurrencyCode>INR</CurrencyCode></Price>
      </SupplyDetail>
    </ProductSupply>
  </Product>
  <Product>
    <RecordReference>example.2</RecordReference>
    <NotificationType>05</NotificationType>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780141441146</IDValue></ProductIdentifier>
  </Product>
</ONIXMessage>
`;
}

/** An ONIX message about one book, with short tags. It lacks many fields, such as the description and the authors. */
export function createShortOnixMessage({ isbn, mrp }: Book): string {
  return `<?xml version="1.0"?>
<ONIXmessage release="3.0"><product><a001>example.1</a001><a002>03</a002>
<productidentifier><b221>15</b221><b244>${isbn}</b244></productidentifier>
<descriptivedetail><b012>BB</b012><titledetail><b202>01</b202><titleelement><x409>01</x409><b203><![CDATA[A Tale]]></b203></titleelement>
</titledetail><b058>Jubilee edition</b058><extent><b218>00</b218><b219>310</b219><b220>03</b220></extent>
<audiencerange><b074>17</b074><b075>03</b075><b076>14</b076></audiencerange></descriptivedetail>
<publishingdetail><publishingdate><x448>01</x448><b306>2027</b306></publishingdate></publishingdetail>
<relatedmaterial><relatedwork><x454>01</x454><workidentifier><b244>tale</b244></workidentifier></relatedwork></relatedmaterial>
<productsupply><supplydetail><j396>40</j396><price><x462>02</x462><j151>${mrp}</j151><j152>INR</j152></price></supplydetail>
</productsupply></product></ONIXmessage>`;
}
